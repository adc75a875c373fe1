import type { LetterFact, LetterPart } from "@/lib/receipts/rules.letter";

import { nameCard } from "./rules.cards";
import type { Paper } from "./rules.receipt-parts";
import { formatMoment } from "./rules.receipt-parts";

function soldFact({ t, seller, checkoutHost }: Paper): LetterFact {
  if (seller) return { name: t("terminalReceipt.device"), value: seller.device };
  return { name: t("receipt.soldOn"), value: t("receipt.online", { host: new URL(checkoutHost).host }) };
}

function paidFact({ t, seller, order: { card } }: Paper): LetterFact | null {
  if (card) return { name: t("order.paidWith"), value: nameCard(card) };
  return seller?.isCash ? { name: t("order.paidWith"), value: t("terminalReceipt.cash") } : null;
}

/** The sale: codes, time, place, buyer and what it was paid with. */
export function salePart(paper: Paper): LetterPart {
  const { t, order, draw } = paper;
  const { buyer, validationNumber } = order;
  const facts = [
    { name: t("order.orderCode"), value: order.orderCode },
    validationNumber ? { name: t("receipt.validationNumber"), value: validationNumber } : null,
    { name: t("receipt.soldAt"), value: formatMoment(paper, order.finalizedAt ?? order.placedAt) },
    soldFact(paper),
    { name: t("receipt.jurisdiction"), value: t(`checkout.provinces.${draw.province}`) },
    paidFact(paper),
    buyer ? { name: t("order.buyer"), value: buyer.name } : null,
  ];
  return { kind: "facts", title: t("receipt.sale"), facts: facts.filter((fact) => fact !== null) };
}
