import { nameCard } from "@/lib/orders/rules.cards";
import { cardStatementOf } from "@/lib/orders/rules.methods";
import { drawPart, shortDatesPart } from "./rules.dates";
import type { EmailFact, EmailPart } from "./rules.email";
import { numbersPart } from "./rules.numbers";
import type { Paper } from "./rules.paper";
import { formatPurchase } from "./rules.paper";
import { pricesPart, refundsPart } from "./rules.prices";
import { teamOf } from "./rules.team";

function soldFact({ t, order: { soldBy }, checkoutHost }: Paper): EmailFact {
  if (soldBy) return { name: t("terminalReceipt.device"), value: soldBy };
  return { name: t("receipt.soldOn"), value: t("receipt.online", { host: new URL(checkoutHost).host }) };
}

function paidFact({ t, order: { card, method } }: Paper): EmailFact | null {
  if (card) return { name: t("order.paidWith"), value: nameCard(card, (type) => t(`order.debitCards.${type}`)) };
  return method === "cash" ? { name: t("order.paidWith"), value: t("terminalReceipt.cash") } : null;
}

function statementFact({ t, order, draw }: Paper): EmailFact | null {
  const value = cardStatementOf(order, draw.additionalOptions.statementDescriptor);
  return value ? { name: t("order.onStatement"), value } : null;
}

/** Which team the tickets count for. */
function teamFact(paper: Paper): EmailFact | null {
  const value = teamOf(paper);
  return value ? { name: paper.t("order.team"), value } : null;
}

/** The sale: codes, time, place, buyer, what it was paid with and how a card's statement shows it. */
function salePart(paper: Paper): EmailPart {
  const { t, order, draw } = paper;
  const { buyer, validationNumber } = order;
  const facts = [
    { name: t("order.orderCode"), value: order.orderCode },
    validationNumber ? { name: t("receipt.validationNumber"), value: validationNumber } : null,
    { name: t("receipt.soldAt"), value: formatPurchase(paper, order.finalizedAt ?? order.placedAt) },
    soldFact(paper),
    paidFact(paper),
    statementFact(paper),
    { name: t("receipt.jurisdiction"), value: t(`checkout.provinces.${draw.province}`) },
    buyer ? { name: t("order.buyer"), value: buyer.name } : null,
    teamFact(paper),
  ];
  return { kind: "facts", title: t("receipt.sale"), facts: facts.filter((fact) => fact !== null) };
}

/**
 * What every receipt says of its order, on paper and in a mail: numbers, prices, money given back, the sale, the draw;
 * what is short has its dates there, and no prizes.
 */
export function receiptParts(paper: Paper, { isShort }: { isShort: boolean }): EmailPart[] {
  return [
    ...numbersPart(paper, paper.order.numbers),
    pricesPart(paper),
    ...refundsPart(paper),
    salePart(paper),
    isShort ? shortDatesPart(paper) : drawPart(paper),
  ];
}
