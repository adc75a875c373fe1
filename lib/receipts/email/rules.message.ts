import type { NumberRangeView } from "@/lib/orders/rules";
import { formatCardName } from "@/lib/orders/rules.payment";
import { describePools, formatTicketNumber } from "@/lib/orders/rules.pools";
import type { Paper } from "@/lib/receipts/paper/rules";
import { organizationName, plainText } from "@/lib/receipts/paper/rules";
import { formatMoney } from "@/lib/receipts/paper/rules.money";
import type { PaperPart } from "@/lib/receipts/paper/rules.parts";
import { numbersPart, receiptParts } from "@/lib/receipts/paper/rules.sale";
import type { DrawnNumber } from "@/lib/receipts/results/rules";
import type { MailKind } from "@/lib/receipts/rules";

import type { EmailContent } from "./rules.content";
import type { PrizeSnapshot } from "./rules.ticket";

export type EmailRefund = { amount: number; isCash: boolean; numbers: NumberRangeView[] };

export type PoolNumbers = { poolId: string; numbers: readonly DrawnNumber[] };

export type EmailEvent = PrizeSnapshot & { kind: MailKind; refund: EmailRefund; results: readonly PoolNumbers[] };

type MessageWords = Pick<EmailContent, "heading" | "paragraphs" | "parts">;

export function writeMessage(paper: Paper, event: EmailEvent): MessageWords {
  return writers[event.kind](paper, event);
}

const writers: Record<MailKind, (paper: Paper, event: EmailEvent) => MessageWords> = {
  receipt: writeReceipt,
  copy: writeReceipt,
  refund: writeRefund,
  returned: writeReturned,
  result: (paper, { results }) => writeResult(paper, results, []),
  dates: writeDates,
  cancelled: writeCancelled,
  corrected: (paper, { results }) => writeResult(paper, results, [paper.t("receipt.result.corrected")]),
};

function writeReceipt(paper: Paper, { kind }: EmailEvent): MessageWords {
  const { t, order, language } = paper;
  const thanks = t("receipt.thanks", { name: order.buyer?.name ?? "", amount: formatMoney(order.amount, language) });
  return {
    heading: t("order.yourNumbers"),
    paragraphs: [kind === "copy" ? t("receipt.copied") : thanks],
    parts: receiptParts(paper, { isShort: false }),
  };
}

function writeRefund(paper: Paper, { refund }: EmailEvent): MessageWords {
  const { t, order, language } = paper;
  const amount = formatMoney(refund.amount, language);
  const numbers = t(order.status === "refunded" ? "receipt.allVoid" : "receipt.someVoid");
  return {
    heading: t("receipt.refunded", { amount }),
    paragraphs: refund.isCash
      ? [t("receipt.refundHanded", { amount }), numbers]
      : [t("receipt.refundSent", { amount, card: cardWords(paper) }), numbers, t("receipt.bankDays")],
    parts: numbersPart(paper, refund.numbers, t("receipt.voidNumbers")),
  };
}

function cardWords({ t, order }: Paper): string {
  return order.card ? formatCardName(order.card, (type) => t(`order.debitCards.${type}`)) : t("receipt.yourCard");
}

function writeReturned(paper: Paper, { refund }: EmailEvent): MessageWords {
  const { t, order, language } = paper;
  const amount = formatMoney(refund.amount, language);
  return {
    heading: t("receipt.returning", { amount }),
    paragraphs: [
      t("receipt.returnedWhy", { amount }),
      order.status === "finalized" ? t("receipt.numbersStay") : t("receipt.noNumbers"),
      t("receipt.bankDays"),
    ],
    parts: [],
  };
}

function writeDates(paper: Paper): MessageWords {
  const { t } = paper;
  return {
    heading: t("receipt.newDates.heading"),
    paragraphs: [t("receipt.newDates.why"), t("receipt.newDates.numbers")],
    parts: ownNumbersPart(paper),
  };
}

/** The refund is what is returned for this reason, whether or not it has been sent. */
function writeCancelled(paper: Paper, { refund }: EmailEvent): MessageWords {
  const { t } = paper;
  return {
    heading: t("receipt.cancelled.heading"),
    paragraphs: [t("receipt.cancelled.why"), ...writeReturn(paper, refund)],
    parts: numbersPart(paper, refund.numbers, t("receipt.voidNumbers")),
  };
}

function writeReturn(paper: Paper, refund: EmailRefund): string[] {
  const { t, order, draw, language } = paper;
  const amount = formatMoney(refund.amount, language);
  if (refund.amount === 0) return [t("receipt.cancelled.nothing")];
  if (!refund.isCash) return [t("receipt.cancelled.card", { amount, card: cardWords(paper) }), t("receipt.bankDays")];
  const { supportEmail: email } = draw;
  const code = order.orderCode;
  return [
    email ? t("receipt.cancelled.cashContact", { amount, email, code }) : t("receipt.cancelled.cash", { amount, code }),
  ];
}

function ownNumbersPart(paper: Paper): PaperPart[] {
  const validRanges = paper.order.numbers.filter((range) => !range.void);
  return numbersPart(paper, validRanges, paper.t("order.yourNumbers"));
}

/** Announces the winning numbers and says if the order has one. It gives no claim to a prize and names no buyer. */
function writeResult(paper: Paper, results: readonly PoolNumbers[], paragraphs: readonly string[]): MessageWords {
  const { t, draw, language } = paper;
  const buyerResults = results.flatMap(({ poolId, numbers }) =>
    numbers.filter((winner) => isOwn(paper, poolId, winner)).map(({ number }) => `${poolId} ${number}`),
  );
  const count = new Set(buyerResults).size;
  const organization = organizationName(paper) || plainText(draw.title, language);
  return {
    heading: count > 0 ? t("receipt.result.match", { count }) : t("receipt.result.noMatch"),
    paragraphs: [...paragraphs, t(count > 0 ? "receipt.result.next" : "receipt.result.none", { organization })],
    parts: [winnersPart(paper, results), ...ownNumbersPart(paper)],
  };
}

function winnersPart(paper: Paper, results: readonly PoolNumbers[]): PaperPart {
  const { t, draw, language } = paper;
  const pools = describePools(draw, language);
  const orderedResults = [...pools.keys()].flatMap((poolId) => results.filter((result) => result.poolId === poolId));
  const draws = orderedResults.map(({ poolId, numbers }) => ({
    poolId,
    title: plainText(pools.get(poolId)?.title ?? poolId, language),
    when: "",
    notes: [],
    ranges: numbers.map((winner) => {
      const isOwnNumber = isOwn(paper, poolId, winner);
      const facts = [t(`draw.prizeTypes.${winner.prizeType}`), isOwnNumber ? t("receipt.result.yours") : ""];
      return {
        words: formatTicketNumber(winner.number),
        count: facts.filter(Boolean).join(" · "),
        isVoid: false,
        isOwn: isOwnNumber,
      };
    }),
  }));
  const count = draws.reduce((sum, { ranges }) => sum + ranges.length, 0);
  return { kind: "numbers", title: t("receipt.result.winning", { count }), draws, voidWord: t("order.void") };
}

function isOwn({ order }: Paper, poolId: string, { number }: DrawnNumber): boolean {
  return order.numbers.some((range) => {
    return !range.void && range.poolId === poolId && range.first <= number && number <= range.last;
  });
}
