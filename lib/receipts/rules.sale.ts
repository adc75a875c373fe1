import { nameCard } from "@/lib/orders/rules.cards";
import type { EmailFact, EmailPart } from "./rules.email";
import type { Paper } from "./rules.parts";
import { datesPart, formatPurchase, numbersPart, pricesPart, refundsPart } from "./rules.parts";
import { chosenTeamOf } from "./rules.team";

function soldFact({ t, order: { soldBy }, checkoutHost }: Paper): EmailFact {
  if (soldBy) return { name: t("terminalReceipt.device"), value: soldBy };
  return { name: t("receipt.soldOn"), value: t("receipt.online", { host: new URL(checkoutHost).host }) };
}

function paidFact({ t, order: { card, method } }: Paper): EmailFact | null {
  if (card) return { name: t("order.paidWith"), value: nameCard(card, (type) => t(`order.debitCards.${type}`)) };
  return method === "cash" ? { name: t("order.paidWith"), value: t("terminalReceipt.cash") } : null;
}

/** Which team the tickets count for. */
function teamFact({ t, order, draw, language }: Paper): EmailFact | null {
  const team = chosenTeamOf(draw, order.teamId, language);
  if (!team) return null;
  return { name: t("order.team"), value: team.isWhole ? t("order.teamWhole", { group: team.name }) : team.name };
}

/** The sale: codes, time, place, buyer and what it was paid with. */
function salePart(paper: Paper): EmailPart {
  const { t, order, draw } = paper;
  const { buyer, validationNumber } = order;
  const facts = [
    { name: t("order.orderCode"), value: order.orderCode },
    validationNumber ? { name: t("receipt.validationNumber"), value: validationNumber } : null,
    { name: t("receipt.soldAt"), value: formatPurchase(paper, order.finalizedAt ?? order.placedAt) },
    soldFact(paper),
    paidFact(paper),
    { name: t("receipt.jurisdiction"), value: t(`checkout.provinces.${draw.province}`) },
    buyer ? { name: t("order.buyer"), value: buyer.name } : null,
    teamFact(paper),
  ];
  return { kind: "facts", title: t("receipt.sale"), facts: facts.filter((fact) => fact !== null) };
}

/**
 * What every receipt says of its order, on paper and in a mail: numbers, prices, money given back, the sale, the dates,
 * of which what is short says no more than it must.
 */
export function receiptParts(paper: Paper, { isShort }: { isShort: boolean }): EmailPart[] {
  return [
    ...numbersPart(paper, paper.order.numbers),
    pricesPart(paper),
    ...refundsPart(paper),
    salePart(paper),
    datesPart(paper, isShort),
  ];
}
