import type { OrderView } from "@/lib/orders/rules";
import { toOrderUrlId } from "@/lib/orders/rules.identity";
import { describePools, groupByPool, groupLines } from "@/lib/orders/rules.pools";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";
import type { Paper, PaperDraw } from "@/lib/receipts/paper/rules";
import { plainText } from "@/lib/receipts/paper/rules";
import { formatMoney } from "@/lib/receipts/paper/rules.money";
import { contactFacts, organizationPart, playLines } from "@/lib/receipts/paper/rules.organization";
import type { PaperPart } from "@/lib/receipts/paper/rules.parts";
import { plainLine } from "@/lib/receipts/paper/rules.parts";
import { receiptParts } from "@/lib/receipts/paper/rules.sale";

export type Receipt = {
  language: Language;
  marks: string[];
  organization: string;
  title: string;
  heading: string;
  parts: PaperPart[];
  smallPrint: string[];
  thanks: string;
  code: { url: string; label: string };
};

/** `copy` is 0 for the original, otherwise the number of the reprint. */
export type ReceiptInput = {
  t: Translate;
  order: OrderView;
  draw: PaperDraw & Parameters<typeof playLines>[0]["draw"];
  checkoutHost: string;
  copy: number;
};

export function writeReceipt({ t, order, draw, checkoutHost, copy }: ReceiptInput): Receipt {
  const language = order.locale;
  const paper: Paper = { t, language, order, draw, checkoutHost };
  return {
    language,
    marks: [
      ...(copy > 0 ? [t("terminalReceipt.copy", { number: copy })] : []),
      ...(order.status === "refunded" ? [t("terminalReceipt.void")] : []),
      ...(order.isTest ? [t("terminalReceipt.testMark")] : []),
    ],
    organization: plainText(draw.organization, language),
    title: plainText(draw.title, language),
    heading: t("order.yourNumbers"),
    parts: withContact(paper, pricesOnce(paper, receiptParts(paper, { isShort: true }))),
    smallPrint: playLines(paper).map((line) => plainLine(line, language)),
    thanks: t("terminalReceipt.thanks"),
    code: {
      url: checkoutHost + localizedPath(language, `/order/${order.instanceId}/${toOrderUrlId(order)}`),
      label: t("terminalReceipt.scan"),
    },
  };
}

/** Joins the contact details, because a roll has no room for a line each. */
function withContact(paper: Paper, parts: PaperPart[]): PaperPart[] {
  const contact = organizationPart(paper, true);
  const facts = contact.kind === "facts" ? [...contact.facts, ...contactFacts(paper)] : [];
  const [first, ...others] = facts.filter(({ name }) => name !== paper.t("order.organization"));
  const last = parts.at(-1);
  if (!first || last?.kind !== "facts") return parts;
  const fact = { name: first.name, value: [first, ...others].map(({ value }) => value).join(", ") };
  return [...parts.slice(0, -1), { ...last, facts: [...last.facts, fact] }];
}

/** Moves prices beside their numbers, so that each draw is named once. */
function pricesOnce(paper: Paper, parts: PaperPart[]): PaperPart[] {
  const { order, draw, language } = paper;
  const prices = pricesByPool(paper);
  if (!prices) return parts;
  const pools = groupByPool(order.numbers, describePools(draw, language)).map(({ poolId }) => poolId);
  return parts.map((part) => {
    if (part.kind === "prices") return { ...part, rows: [] };
    if (part.kind !== "numbers") return part;
    const priceAt = (index: number) => formatMoney(prices.get(pools[index] ?? "") ?? 0, language);
    return { ...part, draws: part.draws.map((numbers, index) => ({ ...numbers, price: priceAt(index) })) };
  });
}

/** Null if a pool has several prices, or a bundle's. */
function pricesByPool({ order }: Paper): Map<string, number> | null {
  const groups = groupLines(order.lines);
  const single = groups.flatMap(({ bundleId, lines: [line], amount }): [string, number][] =>
    line && !bundleId ? [[line.poolId, amount]] : [],
  );
  const prices = new Map(single);
  return prices.size === groups.length ? prices : null;
}
