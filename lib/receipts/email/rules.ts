import { charityGroundOf, charityWordsOf } from "@/lib/draws/pages/rules.color";
import type { LocalText } from "@/lib/local-text";
import { orderAddressOf } from "@/lib/orders/rules.identity";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Paper } from "@/lib/receipts/paper/rules";
import { drawAddress, formatMoment, organizationName, plainText } from "@/lib/receipts/paper/rules";
import { keyDatesOf } from "@/lib/receipts/paper/rules.dates";
import { formatShortMoney, raisedBy } from "@/lib/receipts/paper/rules.money";
import { lawLines, organizationPart, rulesAddress, winningLines } from "@/lib/receipts/paper/rules.organization";
import type { PaperLine, PaperLink, PaperPart } from "@/lib/receipts/paper/rules.parts";
import { linkedLine } from "@/lib/receipts/paper/rules.parts";
import type { MailKind } from "@/lib/receipts/rules";
import { isAboutResult, isReceipt } from "@/lib/receipts/rules";

import type { EmailContent } from "./rules.content";
import type { EmailNews } from "./rules.news";
import { writeNews } from "./rules.news";
import { asTicket, calendarOf, licenceLast, previewOf } from "./rules.ticket";

export function writeEmail(paper: Paper, news: EmailNews): EmailContent {
  const { t, language, order, draw, checkoutHost } = paper;
  const { heading, paragraphs, parts } = writeNews(paper, news);
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
    preview: isTicket ? previewOf(paper, news) : firstWords(news.kind, heading, paragraphs),
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

function subjectOf(paper: Paper, kind: MailKind): string {
  const { t, order, draw, language } = paper;
  const title = shortText(draw.title, language);
  const subject = t(`receipt.subjects.${kind}`, { draw: title, code: order.orderCode });
  return order.isTest ? t("draw.metadata.titleOfTest", { title: subject }) : subject;
}

/** In characters; for the subject and the sender's name. */
const longestTitle = 120;

function shortText(text: LocalText, language: Language): string {
  return Array.from(plainText(text, language)).slice(0, longestTitle).join("");
}

function marksOf(paper: Paper, { kind, queuedAt }: EmailNews): string[] {
  const { t, order } = paper;
  return [
    ...(order.isTest ? [`${t("draw.testMark")} · ${t("draw.testDraw")}`] : []),
    ...(kind === "copy" ? [t("receipt.reprintAt", { date: formatMoment(paper, queuedAt) })] : []),
  ];
}

/** Only in the first receipt, and not after a refund. */
function greetingOf({ t, order }: Paper, kind: MailKind): string {
  const isGood = kind === "receipt" && order.status === "finalized" && order.refunds.length === 0;
  return isGood ? t("order.states.confirmed.title") : "";
}

/** Empty for a test and after a refund. */
function raisedWords(paper: Paper, kind: MailKind): string {
  const { t, order, draw, language } = paper;
  const organization = organizationName(paper);
  if (!organization || order.isTest || order.status !== "finalized" || order.refunds.length > 0) return "";
  const raised = raisedBy(order, draw);
  if (raised === null) return t("order.supported", { organization });
  const amount = formatShortMoney(raised, language);
  return t(kind === "receipt" ? "order.raised" : "order.raisedBefore", { amount, organization });
}

/** The subject does not reveal a result, so the preview adds the heading. */
function firstWords(kind: MailKind, heading: string, paragraphs: readonly string[]): string {
  return [...(kind === "result" ? [`${heading}.`] : []), ...paragraphs.slice(0, 1)].join(" ");
}

function partsOf(paper: Paper, news: EmailNews, parts: readonly PaperPart[]): PaperPart[] {
  const all = isReceipt(news.kind) ? asTicket(paper, news, parts) : [...parts, orderFacts(paper)];
  return [...licenceLast(paper, all), organizationPart(paper, false)];
}

function orderFacts(paper: Paper): PaperPart {
  const { t, order, draw, language } = paper;
  const facts = [
    { name: t("order.orderCode"), value: order.orderCode },
    { name: t("order.draw"), value: plainText(draw.title, language) },
  ];
  return { kind: "facts", title: t("receipt.order"), facts };
}

function supportOf(paper: Paper, kind: MailKind): PaperLine[] {
  const contact = contactLines(paper);
  if (isAboutResult(kind)) return [officialLine(paper), ...contact];
  return isReceipt(kind) ? [...winningLines(paper), ...contact] : contact;
}

/** An email is not official: it links to the official results. */
function officialLine(paper: Paper): PaperLine {
  return linkedLine((page) => paper.t.markup("receipt.result.official", { page }), drawAddress(paper));
}

function contactLines({ t, draw, order }: Paper): PaperLine[] {
  const { supportEmail: email } = draw;
  if (!email) return [];
  const write = (link: (words: string) => string) =>
    t.markup("order.questions", { email, code: order.orderCode, link });
  return [linkedLine(write, `mailto:${email}`)];
}

function linksOf(paper: Paper, kind: MailKind): PaperLink[] {
  const { t, draw } = paper;
  return [
    { label: t("receipt.drawPage"), href: drawAddress(paper) },
    ...(isReceipt(kind) ? [{ label: t("draw.rules"), href: rulesAddress(paper) }] : []),
    ...(draw.supportEmail ? [{ label: t("receipt.emailUs"), href: `mailto:${draw.supportEmail}` }] : []),
  ];
}

function senderLine(paper: Paper): PaperLine {
  const { t, draw, language } = paper;
  return { text: t("receipt.sentFor", { organization: organizationName(paper) || plainText(draw.title, language) }) };
}
