import { escapeHtml } from "@/lib/escape-html";
import { htmlLanguage } from "@/lib/platform/i18n/routing";

import type { EmailContent } from "./rules.email";
import { headOf } from "./rules.html-head";
import { numbersOf } from "./rules.html-numbers";
import { loneLink, runOf } from "./rules.html-parts";
import { amountsOf, datesListOf, panelOf } from "./rules.html-receipt";
import { colors, font, inkOn, outlook, shadesOf, stylesOf, table } from "./rules.html-styles";

/** The way to the order: a cell has the colour, for some programs give a link no room around its words. */
function buttonOf(email: EmailContent): string {
  const { label, href } = email.button;
  const link = `display:block;padding:15px 20px;color:${inkOn(email)};font-weight:700;text-decoration:none`;
  return `<table ${table} style="margin:0 0 8px"><tr><td align="center" style="border-radius:10px;mso-padding-alt:15px 20px;${shadesOf(email)}"><a href="${escapeHtml(href)}" style="${link}">${escapeHtml(label)}</a></td></tr></table>`;
}

function smallParagraph(html: string, margin: string): string {
  return `<p class="muted" style="margin:${margin};color:${colors.muted};font-size:13px">${html}</p>`;
}

/** The news of a mail that is no receipt, and the numbers that it is about. */
function newsOf(email: EmailContent): string {
  const look = `margin:0 0 14px;color:${colors.ink}`;
  const words = email.paragraphs.map((text) => `<p class="ink" style="${look}">${escapeHtml(text)}</p>`);
  const numbers = email.parts.flatMap((part) => (part.kind === "numbers" ? [numbersOf(email, part)] : []));
  return [...words, ...numbers.map((html) => `<div style="padding:8px 0 20px">${html}</div>`)].join("");
}

/** Whom to ask and where to go next, then the small print. */
function footOf({ support, links, smallPrint }: EmailContent): string {
  const about = `<p class="ink" style="margin:24px 0 0;color:${colors.ink};font-size:14px">${runOf(support)}</p>`;
  const dot = `<span class="muted" aria-hidden="true" style="color:${colors.muted}">&nbsp; · &nbsp;</span>`;
  const ways = links.map(({ label, href }) => loneLink(label, href)).join(dot);
  const [sender, ...others] = [...smallPrint].reverse();
  const print = [others.reverse(), sender ? [sender] : []].filter((lines) => lines.length > 0);
  return `${support.length > 0 ? about : ""}<p style="margin:4px 0 12px;font-size:14px">${ways}</p>${print.map((lines) => smallParagraph(runOf(lines), "0 0 6px")).join("")}`;
}

/** What stands beneath the top of the mail. */
function wordsOf(email: EmailContent): string {
  return `${email.isTicket ? "" : newsOf(email)}
${buttonOf(email)}${smallParagraph(escapeHtml(email.caution), "0")}
${datesListOf(email)}${amountsOf(email)}${panelOf(email)}
${footOf(email)}`;
}

/** Fills the rest of that line, which would go on with the first words of the mail. */
const gap = "&nbsp;&zwnj;".repeat(80);

/** Seen in a list of mails alone, where it stands before all else that the mail says. */
function previewOf(preview: string): string {
  const hidden = "display:none;max-height:0;overflow:hidden;opacity:0";
  return preview ? `<div style="${hidden}">${escapeHtml(preview)}${gap}</div>\n` : "";
}

function documentHeadOf(email: EmailContent): string {
  return `<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(email.subject)}</title>
${stylesOf(email)}</head>`;
}

/**
 * Writes an email as HTML: one column, styles on the elements, nothing fetched from anywhere, every text escaped.
 * `hasLogo` shows the picture that the message carries.
 */
export function renderHtml(email: EmailContent, hasLogo = false): string {
  const paper = `max-width:600px;background:${colors.paper};border:1px solid ${colors.line};border-radius:13px;border-collapse:separate`;
  return `<!doctype html>
<html lang="${htmlLanguage(email.language)}">${documentHeadOf(email)}
<body class="page" style="margin:0;padding:0;background:${colors.page};${font};font-size:16px;line-height:1.5">
${previewOf(email.preview)}<table ${table} class="page" style="background:${colors.page}"><tr><td class="edge" align="center" style="padding:20px 10px">
${outlook.open}<table ${table} class="paper" style="${paper}">
${headOf(email, hasLogo)}
<tr><td class="pad" style="padding:24px 28px 24px;${font}">
${wordsOf(email)}
</td></tr></table>${outlook.close}</td></tr></table></body></html>
`;
}
