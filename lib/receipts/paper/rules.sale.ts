import type { NumberRangeView } from "@/lib/orders/rules";
import { findCardStatement, formatCardName } from "@/lib/orders/rules.payment";
import { countBundles, describePools, formatTicketNumber, groupByPool, groupLines } from "@/lib/orders/rules.pools";

import type { Paper } from "./rules";
import { formatMoment, formatPurchase, plainText } from "./rules";
import { drawPart, shortDatesPart } from "./rules.dates";
import { formatMoney } from "./rules.money";
import type { PaperFact, PaperPart } from "./rules.parts";
import { findChosenTeam } from "./rules.ticket";

export function receiptParts(paper: Paper, { isShort }: { isShort: boolean }): PaperPart[] {
  return [
    ...numbersPart(paper, paper.order.numbers),
    pricesPart(paper),
    ...refundsPart(paper),
    salePart(paper),
    isShort ? shortDatesPart(paper) : drawPart(paper),
  ];
}

export function numbersPart(paper: Paper, numbers: NumberRangeView[], title = ""): PaperPart[] {
  const { t, draw, language } = paper;
  if (numbers.length === 0) return [];
  const draws = groupByPool(numbers, describePools(draw, language)).map(
    ({ poolId, title: drawTitle, drawn, licence, ranges }) => ({
      poolId,
      title: plainText(drawTitle, language),
      when: drawn ? t("order.poolDrawn", { date: drawn }) : "",
      notes: licence ? [t("order.poolLicence", { number: licence })] : [],
      ranges: ranges.map(({ first, last, void: isVoid }) => ({
        words: [...new Set([first, last])].map(formatTicketNumber).join("\u00a0–\u00a0"),
        count: t("order.numbersInRange", { count: last - first + 1 }),
        isVoid,
      })),
    }),
  );
  return [{ kind: "numbers", title, draws, voidWord: t("order.void") }];
}

function pricesPart(paper: Paper): PaperPart {
  const { t, order, language } = paper;
  const rows = groupLines(order.lines).map((group) => ({
    name: groupName(paper, group),
    value: formatMoney(group.amount, language),
  }));
  const total = { name: t("receipt.total"), value: formatMoney(order.amount, language) };
  return { kind: "prices", title: t("receipt.prices"), rows, total };
}

function groupName({ t, draw, language }: Paper, group: ReturnType<typeof groupLines>[number]): string {
  const pools = describePools(draw, language);
  const lines = group.lines.map(({ poolId, tickets }) =>
    [t("order.tickets", { count: tickets }), plainText(pools.get(poolId)?.title ?? poolId, language)].join(" · "),
  );
  if (!group.bundleId) return lines.join(", ");
  const bundle = draw.bundles.find(({ id }) => id === group.bundleId);
  const title = bundle ? plainText(bundle.title, language) : t("order.bundle");
  const count = countBundles(draw, group);
  const name = count > 1 ? t("order.bundles", { count, title }) : title;
  return t("receipt.bundle", { name, contents: lines.join(", ") });
}

/** Lists the refunds so far, because a receipt that is sent later must not hide them. */
function refundsPart(paper: Paper): PaperPart[] {
  const { t, order, language } = paper;
  const facts = order.refunds.flatMap(({ doneAt, amount, lines }) => {
    if (!doneAt || lines === 0) return [];
    const reach = t(amount === order.amount ? "order.refunds.whole" : "order.refunds.part");
    const date = t("order.refunds.done.date", { date: formatMoment(paper, doneAt) });
    return [{ name: `${reach} · ${date}`, value: formatMoney(amount, language) }];
  });
  if (facts.length === 0) return [];
  return [{ kind: "facts", title: t("order.refunds.heading", { count: facts.length }), facts, areAmounts: true }];
}

function salePart(paper: Paper): PaperPart {
  const { t, order, draw } = paper;
  const { buyer, validationNumber } = order;
  const team = describeTeam(paper);
  const facts = [
    { name: t("order.orderCode"), value: order.orderCode },
    validationNumber ? { name: t("receipt.validationNumber"), value: validationNumber } : null,
    { name: t("receipt.soldAt"), value: formatPurchase(paper, order.finalizedAt ?? order.placedAt) },
    sellerFact(paper),
    methodFact(paper),
    statementFact(paper),
    { name: t("receipt.jurisdiction"), value: t(`checkout.provinces.${draw.province}`) },
    buyer ? { name: t("order.buyer"), value: buyer.name } : null,
    team ? { name: t("order.team"), value: team } : null,
  ];
  return { kind: "facts", title: t("receipt.sale"), facts: facts.filter((fact) => fact !== null) };
}

function sellerFact({ t, order: { soldBy }, checkoutHost }: Paper): PaperFact {
  if (soldBy) return { name: t("terminalReceipt.device"), value: soldBy };
  return { name: t("receipt.soldOn"), value: t("receipt.online", { host: new URL(checkoutHost).host }) };
}

function methodFact({ t, order: { card, method } }: Paper): PaperFact | null {
  if (card) return { name: t("order.paidWith"), value: formatCardName(card, (type) => t(`order.debitCards.${type}`)) };
  return method === "cash" ? { name: t("order.paidWith"), value: t("terminalReceipt.cash") } : null;
}

function statementFact({ t, order, draw }: Paper): PaperFact | null {
  const value = findCardStatement(order, draw.additionalOptions.statementDescriptor);
  return value ? { name: t("order.onStatement"), value } : null;
}

export function describeTeam({ t, order, draw, language }: Paper): string {
  const team = findChosenTeam(draw, order.teamId, language);
  return team?.isWhole ? t("order.teamWhole", { group: team.name }) : (team?.name ?? "");
}
