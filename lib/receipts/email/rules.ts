import { getCharityBackground, getCharityTextColors } from "@/lib/draws/pages/rules.color";
import type { LocalText } from "@/lib/local-text";
import { toOrderUrlId } from "@/lib/orders/rules.identity";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Paper } from "@/lib/receipts/paper/rules";
import { formatMoment, getDrawUrl, organizationName, plainText } from "@/lib/receipts/paper/rules";
import { createKeyDates } from "@/lib/receipts/paper/rules.dates";
import { computeRaised, formatShortMoney } from "@/lib/receipts/paper/rules.money";
import { getRulesUrl, lawLines, listWinningLines, organizationPart } from "@/lib/receipts/paper/rules.organization";
import type { PaperLine, PaperLink, PaperPart } from "@/lib/receipts/paper/rules.parts";
import { linkedLine } from "@/lib/receipts/paper/rules.parts";
import type { MailKind } from "@/lib/receipts/rules";
import { isAboutResult, isReceipt } from "@/lib/receipts/rules";

import type { EmailContent } from "./rules.content";
import type { EmailEvent } from "./rules.message";
import { writeMessage } from "./rules.message";
import { createCalendarLink, moveLicenceToEnd, toTicketParts, writePreview } from "./rules.ticket";

export function writeEmail(paper: Paper, event: EmailEvent): EmailContent {
  const { t, language, order, draw, checkoutHost } = paper;
  const { heading, paragraphs, parts } = writeMessage(paper, event);
  const isTicket = isReceipt(event.kind);
  const hasDates = isTicket || event.kind === "dates";
  return {
    language,
    subject: writeSubject(paper, event.kind),
    sender: shortText(draw.organization, language) || shortText(draw.title, language),
    about: plainText(draw.title, language),
    marks: writeMarks(paper, event),
    greeting: writeGreeting(paper, event.kind),
    heading,
    paragraphs,
    raised: isTicket ? raisedWords(paper, event.kind) : "",
    button: {
      label: t("receipt.open"),
      href: checkoutHost + localizedPath(language, `/order/${order.instanceId}/${toOrderUrlId(order)}`),
    },
    calendar: hasDates ? createCalendarLink(paper, event) : null,
    isTicket,
    preview: isTicket ? writePreview(paper, event) : firstWords(event.kind, heading, paragraphs),
    ground: getCharityBackground(draw),
    words: getCharityTextColors(draw),
    caution: t("receipt.secret"),
    keyDates: hasDates ? createKeyDates(paper) : null,
    parts: createParts(paper, event, parts),
    support: writeSupport(paper, event.kind),
    links: createLinks(paper, event.kind),
    smallPrint: [...(isTicket ? lawLines(paper) : []), senderLine(paper)],
  };
}

function writeSubject(paper: Paper, kind: MailKind): string {
  const { t, order, draw, language } = paper;
  const title = shortText(draw.title, language);
  const subject = t(`receipt.subjects.${kind}`, { draw: title, code: order.orderCode });
  return order.isTest ? t("draw.metadata.titleOfTest", { title: subject }) : subject;
}

/** In characters, for the subject and the sender's name. */
const maxTitleLength = 120;

function shortText(text: LocalText, language: Language): string {
  return Array.from(plainText(text, language)).slice(0, maxTitleLength).join("");
}

function writeMarks(paper: Paper, { kind, queuedAt }: EmailEvent): string[] {
  const { t, order } = paper;
  return [
    ...(order.isTest ? [`${t("draw.testMark")} · ${t("draw.testDraw")}`] : []),
    ...(kind === "copy" ? [t("receipt.reprintAt", { date: formatMoment(paper, queuedAt) })] : []),
  ];
}

/** Only the first receipt greets, and not after a refund. */
function writeGreeting({ t, order }: Paper, kind: MailKind): string {
  const isGood = kind === "receipt" && order.status === "finalized" && order.refunds.length === 0;
  return isGood ? t("order.states.confirmed.title") : "";
}

/** Returns empty text for a test draw and after a refund. */
function raisedWords(paper: Paper, kind: MailKind): string {
  const { t, order, draw, language } = paper;
  const organization = organizationName(paper);
  if (!organization || order.isTest || order.status !== "finalized" || order.refunds.length > 0) return "";
  const raised = computeRaised(order, draw);
  if (raised === null) return t("order.supported", { organization });
  const amount = formatShortMoney(raised, language);
  return t(kind === "receipt" ? "order.raised" : "order.raisedBefore", { amount, organization });
}

/** The subject doesn't reveal a result, so the preview begins with the heading. */
function firstWords(kind: MailKind, heading: string, paragraphs: readonly string[]): string {
  return [...(kind === "result" ? [`${heading}.`] : []), ...paragraphs.slice(0, 1)].join(" ");
}

function createParts(paper: Paper, event: EmailEvent, parts: readonly PaperPart[]): PaperPart[] {
  const all = isReceipt(event.kind) ? toTicketParts(paper, event, parts) : [...parts, orderFacts(paper)];
  return [...moveLicenceToEnd(paper, all), organizationPart(paper, false)];
}

function orderFacts(paper: Paper): PaperPart {
  const { t, order, draw, language } = paper;
  const facts = [
    { name: t("order.orderCode"), value: order.orderCode },
    { name: t("order.draw"), value: plainText(draw.title, language) },
  ];
  return { kind: "facts", title: t("receipt.order"), facts };
}

function writeSupport(paper: Paper, kind: MailKind): PaperLine[] {
  const contact = contactLines(paper);
  if (isAboutResult(kind)) return [officialLine(paper), ...contact];
  return isReceipt(kind) ? [...listWinningLines(paper), ...contact] : contact;
}

/** Links to the official results, because an email is not official. */
function officialLine(paper: Paper): PaperLine {
  return linkedLine((page) => paper.t.markup("receipt.result.official", { page }), getDrawUrl(paper));
}

function contactLines({ t, draw, order }: Paper): PaperLine[] {
  const { supportEmail: email } = draw;
  if (!email) return [];
  const write = (link: (words: string) => string) =>
    t.markup("order.questions", { email, code: order.orderCode, link });
  return [linkedLine(write, `mailto:${email}`)];
}

function createLinks(paper: Paper, kind: MailKind): PaperLink[] {
  const { t, draw } = paper;
  return [
    { label: t("receipt.drawPage"), href: getDrawUrl(paper) },
    ...(isReceipt(kind) ? [{ label: t("draw.rules"), href: getRulesUrl(paper) }] : []),
    ...(draw.supportEmail ? [{ label: t("receipt.emailUs"), href: `mailto:${draw.supportEmail}` }] : []),
  ];
}

function senderLine(paper: Paper): PaperLine {
  const { t, draw, language } = paper;
  return { text: t("receipt.sentFor", { organization: organizationName(paper) || plainText(draw.title, language) }) };
}
