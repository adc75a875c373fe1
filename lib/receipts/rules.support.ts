import { helpLineOf } from "@/lib/draws/rules.jurisdiction";
import type { MailKind } from "./rules";
import { isAboutResult, isReceipt } from "./rules";
import type { EmailLine, EmailLink } from "./rules.email";
import { linkedLine } from "./rules.lines";
import type { Paper } from "./rules.paper";
import { drawAddress } from "./rules.paper";
import { officialLine } from "./rules.result-email";

/** Where the winning number stands, and that nobody has to be there. */
function whereLines(paper: Paper): EmailLine[] {
  const { t } = paper;
  return [
    linkedLine((page) => t.markup("receipt.posted", { page }), drawAddress(paper)),
    { text: t("receipt.absent") },
  ];
}

function rulesAddress(paper: Paper): string {
  return `${drawAddress(paper)}#rules`;
}

/** That a ticket is no donation, and where help is found. */
export function lawLines({ t, draw }: Paper): EmailLine[] {
  const help = helpLineOf(draw.province);
  const call = (link: (words: string) => string) => (help ? t.markup("draw.helpLine", { ...help, link }) : "");
  return [
    { text: t("draw.notDonation") },
    help ? linkedLine(call, `tel:+${help.phone.replaceAll("-", "")}`) : { text: t("draw.helpNeutral") },
  ];
}

/** Rules, the winning number, and what every receipt must say (docs/draw-rules.md, Receipt contents). */
export function playLines(paper: Paper): EmailLine[] {
  const rules = linkedLine((page) => paper.t.markup("receipt.rules", { page }), rulesAddress(paper));
  return [...whereLines(paper), rules, ...lawLines(paper)];
}

function contactLines({ t, draw, order }: Paper): EmailLine[] {
  const { supportEmail: email } = draw;
  if (!email) return [];
  const write = (link: (words: string) => string) =>
    t.markup("order.questions", { email, code: order.orderCode, link });
  return [linkedLine(write, `mailto:${email}`)];
}

/** Whom a reader can ask, and where what they want to know next stands. */
export function supportOf(paper: Paper, kind: MailKind): EmailLine[] {
  const contact = contactLines(paper);
  if (isAboutResult(kind)) return [officialLine(paper), ...contact];
  return isReceipt(kind) ? [...whereLines(paper), ...contact] : contact;
}

/** Where a reader may want to go next: the draw, the rules of what they bought, and whoever runs it. */
export function linksOf(paper: Paper, kind: MailKind): EmailLink[] {
  const { t, draw } = paper;
  return [
    { label: t("receipt.drawPage"), href: drawAddress(paper) },
    ...(isReceipt(kind) ? [{ label: t("draw.rules"), href: rulesAddress(paper) }] : []),
    ...(draw.supportEmail ? [{ label: t("receipt.emailUs"), href: `mailto:${draw.supportEmail}` }] : []),
  ];
}
