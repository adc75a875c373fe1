import { charityGroundOf, charityWordsOf } from "@/lib/draws/rules.color";
import type { LocalText } from "@/lib/local-text";
import type { NumberRangeView } from "@/lib/orders/rules";
import { nameCard } from "@/lib/orders/rules.cards";
import { orderAddressOf } from "@/lib/orders/rules.identity";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { MailKind } from "./rules";
import { isReceipt } from "./rules";
import { keyDatesOf } from "./rules.dates";
import type { EmailContent, EmailPart } from "./rules.email";
import { licenceLast } from "./rules.licence";
import { formatMoney, formatShortMoney } from "./rules.money";
import { numbersPart } from "./rules.numbers";
import { organizationPart, senderLine } from "./rules.organization";
import type { Paper } from "./rules.paper";
import { formatMoment, organizationName, plainText } from "./rules.paper";
import { raisedBy } from "./rules.raised";
import type { ToldResult } from "./rules.result-email";
import { tellResult } from "./rules.result-email";
import { receiptParts } from "./rules.sale";
import type { Stand } from "./rules.stakes";
import { calendarOf, previewOf } from "./rules.stakes";
import { lawLines, linksOf, supportOf } from "./rules.support";
import { asTicket } from "./rules.ticket";

/** Money that goes back, in dollars, by hand where `isCash`, with the numbers that became void with it. */
export type EmailRefund = { amount: number; isCash: boolean; numbers: NumberRangeView[] };

/** What a mail tells: its kind, since when it waits and the prizes as they stand, how much goes back, and results. */
export type EmailNews = Stand & {
  kind: MailKind;
  refund: EmailRefund;
  results: readonly ToldResult[];
};

type Told = Pick<EmailContent, "heading" | "paragraphs" | "parts">;

/** A header holds no essay. In characters. */
const longestTitle = 120;

function shortText(text: LocalText, language: Language): string {
  return Array.from(plainText(text, language)).slice(0, longestTitle).join("");
}

function cardWords({ t, order }: Paper): string {
  return order.card ? nameCard(order.card, (type) => t(`order.debitCards.${type}`)) : t("receipt.yourCard");
}

/** What the order did for the cause, and how much where that is known; nothing of a test, or once money went back. */
function raisedWords(paper: Paper, kind: MailKind): string {
  const { t, order, draw, language } = paper;
  const organization = organizationName(paper);
  if (!organization || order.isTest || order.status !== "finalized" || order.refunds.length > 0) return "";
  const raised = raisedBy(order, draw);
  if (raised === null) return t("order.supported", { organization });
  const amount = formatShortMoney(raised, language);
  return t(kind === "receipt" ? "order.raised" : "order.raisedBefore", { amount, organization });
}

function tellReceipt(paper: Paper, { kind }: EmailNews): Told {
  const { t, order, language } = paper;
  const thanks = t("receipt.thanks", { name: order.buyer?.name ?? "", amount: formatMoney(order.amount, language) });
  return {
    heading: t("order.yourNumbers"),
    paragraphs: [kind === "copy" ? t("receipt.copied") : thanks],
    parts: receiptParts(paper, { isShort: false }),
  };
}

function tellRefund(paper: Paper, { refund }: EmailNews): Told {
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

function tellReturned(paper: Paper, { refund }: EmailNews): Told {
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

function tellDates(paper: Paper): Told {
  const { t, order } = paper;
  const own = order.numbers.filter((range) => !range.void);
  return {
    heading: t("receipt.newDates.heading"),
    paragraphs: [t("receipt.newDates.why"), t("receipt.newDates.numbers")],
    parts: numbersPart(paper, own, t("order.yourNumbers")),
  };
}

const tellers: Record<MailKind, (paper: Paper, news: EmailNews) => Told> = {
  receipt: tellReceipt,
  copy: tellReceipt,
  refund: tellRefund,
  returned: tellReturned,
  result: (paper, { results }) => tellResult(paper, results, []),
  dates: tellDates,
  corrected: (paper, { results }) => tellResult(paper, results, [paper.t("receipt.result.corrected")]),
};

function marksOf(paper: Paper, { kind, queuedAt }: EmailNews): string[] {
  const { t, order } = paper;
  return [
    ...(order.isTest ? [`${t("draw.testMark")} · ${t("draw.testDraw")}`] : []),
    ...(kind === "copy" ? [t("receipt.reprintAt", { date: formatMoment(paper, queuedAt) })] : []),
  ];
}

function subjectOf(paper: Paper, kind: MailKind): string {
  const { t, order, draw, language } = paper;
  const title = shortText(draw.title, language);
  const subject = t(`receipt.subjects.${kind}`, { draw: title, code: order.orderCode });
  return order.isTest ? t("draw.metadata.titleOfTest", { title: subject }) : subject;
}

function orderFacts(paper: Paper): EmailPart {
  const { t, order, draw, language } = paper;
  const facts = [
    { name: t("order.orderCode"), value: order.orderCode },
    { name: t("order.draw"), value: plainText(draw.title, language) },
  ];
  return { kind: "facts", title: t("receipt.order"), facts };
}

/** A purchase is good news once, and no longer when money went back. */
function greetingOf({ t, order }: Paper, kind: MailKind): string {
  const isGood = kind === "receipt" && order.status === "finalized" && order.refunds.length === 0;
  return isGood ? t("order.states.confirmed.title") : "";
}

/** What a mail that is no receipt says first; the subject has no result, so there its heading belongs to it. */
function newsOf(kind: MailKind, heading: string, paragraphs: readonly string[]): string {
  return [...(kind === "result" ? [`${heading}.`] : []), ...paragraphs.slice(0, 1)].join(" ");
}

/** What a mail tells in parts: of its news, of the order where it is no receipt, and of who runs the draw. */
function partsOf(paper: Paper, news: EmailNews, parts: readonly EmailPart[]): EmailPart[] {
  const told = isReceipt(news.kind) ? asTicket(paper, news, parts) : [...parts, orderFacts(paper)];
  return [...licenceLast(paper, told), organizationPart(paper, false)];
}

/** Writes the mail that tells a buyer some news of an order, in the order's language. */
export function writeEmail(paper: Paper, news: EmailNews): EmailContent {
  const { t, language, order, draw, checkoutHost } = paper;
  const { heading, paragraphs, parts } = tellers[news.kind](paper, news);
  const isTicket = isReceipt(news.kind);
  const hasDates = isTicket || news.kind === "dates";
  return {
    language,
    subject: subjectOf(paper, news.kind),
    sender: shortText(draw.organization, language) || shortText(draw.title, language),
    about: plainText(draw.title, language),
    marks: marksOf(paper, news),
    greeting: greetingOf(paper, news.kind),
    heading,
    paragraphs,
    raised: isTicket ? raisedWords(paper, news.kind) : "",
    button: {
      label: t("receipt.open"),
      href: checkoutHost + localizedPath(language, `/order/${order.instanceId}/${orderAddressOf(order)}`),
    },
    calendar: hasDates ? calendarOf(paper, news) : null,
    isTicket,
    preview: isTicket ? previewOf(paper, news) : newsOf(news.kind, heading, paragraphs),
    ground: charityGroundOf(draw),
    words: charityWordsOf(draw),
    caution: t("receipt.secret"),
    keyDates: hasDates ? keyDatesOf(paper) : null,
    parts: partsOf(paper, news, parts),
    support: supportOf(paper, news.kind),
    links: linksOf(paper, news.kind),
    smallPrint: [...(isTicket ? lawLines(paper) : []), senderLine(paper)],
  };
}
