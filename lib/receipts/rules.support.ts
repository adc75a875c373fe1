import { helpLineOf } from "@/lib/draws/rules.jurisdiction";
import type { MailKind } from "./rules";
import { isAboutResult, isReceipt } from "./rules";
import type { EmailLine } from "./rules.email";
import { linkedLine } from "./rules.lines";
import type { Paper } from "./rules.parts";
import { drawAddress } from "./rules.parts";
import { officialLine } from "./rules.result-email";

/** Where the winning number and the rules stand. */
function whereLines(paper: Paper): EmailLine[] {
  const { t } = paper;
  const address = drawAddress(paper);
  return [
    linkedLine((page) => t.markup("receipt.posted", { page }), address),
    { text: t("receipt.absent") },
    linkedLine((page) => t.markup("receipt.rules", { page }), `${address}#rules`),
  ];
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
  return [...whereLines(paper), ...lawLines(paper)];
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
  return isReceipt(kind) ? [...contact, ...whereLines(paper)] : contact;
}
