import { escapeHtml } from "@/lib/escape-html";
import { htmlLanguage } from "@/lib/platform/i18n/routing";

import type { EmailContent, EmailLine, EmailPart } from "./rules.email";
import { anchor, box, colors, escapeLine, section, stakeTable, table } from "./rules.html-parts";

/** By this a message names the logo that it carries. */
export const logoId = "logo@tirage";

/** As wide and as high as the logo is shown, in pixels. */
export const logoSize = 48;

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Mail programs that follow the reader's dark theme read this; the others keep to the styles on the elements.
const darkStyles = `@media (prefers-color-scheme:dark){
.page{background:#151011!important}.paper{background:#211a1c!important;
border-color:#3b3033!important}
.ink{color:#f8f1ef!important}.muted{color:#bdb0b1!important}.line{border-color:#3b3033!important}
.link{color:#ff868c!important}.mark{background:#38290d!important;color:#f5c877!important}
.good{background:#14301f!important;color:#8fdcaa!important}}`;

/** For programs that take no type from the elements around a cell. */
const typeStyles = `body,td,h1,h2,p,a{${font}}`;

/** Outlook knows no greatest width. */
const outlook = {
  open: '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  close: "<!--[if mso]></td></tr></table><![endif]-->",
};

/** On a phone the words have the room of the margins, and a title the size for one line. */
const narrowStyles = `@media (max-width:520px){.pad{padding-left:18px!important;padding-right:18px!important}
.about{font-size:18px!important}}`;

/** A name beside its value where both have room; programs that take no styles leave it above. */
const wideStyles = `@media (min-width:600px){.name,.value{display:table-cell!important;padding:5px 0!important}
.name{width:38%!important;padding-right:16px!important;font-size:14px!important}}`;

/** The charity's colours, where it has its own, for an area with words. */
function shadesOf(ground: EmailContent["ground"]): string {
  return `background:${ground?.base ?? colors.brand};color:${ground?.ink ?? "#ffffff"}`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;color:${colors.ink}">${escapeHtml(text)}</p>`;
}

function lineWords({ text, link, rest = "" }: EmailLine): string {
  return escapeLine(text) + (link ? anchor(link.label, link.href) : "") + escapeLine(rest);
}

/** What a reader may want to know next. */
function supportLine(line: EmailLine): string {
  return `<p class="ink" style="margin:0 0 8px;color:${colors.ink};font-size:14px">${lineWords(line)}</p>`;
}

function smallLine(line: EmailLine): string {
  return `<p class="muted" style="margin:0 0 6px;color:${colors.muted};font-size:13px">${lineWords(line)}</p>`;
}

/** Lines beneath a rule; nothing where there are none. */
function ruled(lines: readonly EmailLine[], show: (line: EmailLine) => string): string {
  if (lines.length === 0) return "";
  return `<div class="line" style="margin-top:24px;padding-top:20px;border-top:1px solid ${colors.line}">${lines.map(show).join("")}</div>`;
}

/** The way to the order: a cell has the colour, for some programs give a link no room around its words. */
function buttonOf({ button: { label, href }, ground }: EmailContent): string {
  const link = `display:block;padding:15px 20px;color:${ground?.ink ?? "#ffffff"};font-weight:700;text-decoration:none`;
  return `<table ${table} style="margin:24px 0 10px"><tr><td align="center" style="border-radius:10px;mso-padding-alt:15px 20px;${shadesOf(ground)}"><a href="${escapeHtml(href)}" style="${link}">${escapeHtml(label)}</a></td></tr></table>`;
}

/** The sections of some kinds of parts, in the order of the mail. */
function sectionsOf({ parts, about }: EmailContent, ...kinds: EmailPart["kind"][]): string {
  return parts
    .filter(({ kind }) => kinds.includes(kind))
    .map((part) => section(part, about))
    .join("");
}

/** What the mail says first. */
function headingOf(words: string): string {
  return `<h1 class="ink" style="margin:0 0 12px;font-size:30px;line-height:1.2;letter-spacing:-0.4px;color:${colors.ink}">${escapeHtml(words)}</h1>`;
}

/** The charity's logo on white, as it was made to be seen; where it has none, the letter that its name begins with. */
function markCell({ sender, ground }: EmailContent, hasLogo: boolean): string {
  const cell = 'width="56" valign="middle" style="padding:0 14px 0 0"';
  const box = "width:56px;height:56px;border-radius:10px;text-align:center";
  if (hasLogo) {
    const size = `width="${logoSize}" height="${logoSize}"`;
    return `<td ${cell}><div style="${box};background:#ffffff"><img src="cid:${logoId}" ${size} alt="" style="display:block;margin:0 auto;padding:4px;border:0"></div></td>`;
  }
  const look = `background:${ground?.shade ?? colors.shade};font-size:28px;font-weight:700;line-height:56px`;
  return `<td ${cell}><div aria-hidden="true" style="${box};${look}">${escapeHtml(Array.from(sender)[0] ?? "")}</div></td>`;
}

/** About which draw and from whom, beside the charity's mark and on its colours. */
function bannerWords(email: EmailContent, hasLogo: boolean): string {
  const title = `<strong class="about" style="font-size:20px;line-height:1.25">${escapeHtml(email.about)}</strong>`;
  const words = `${title}<br><span style="font-size:14px">${escapeHtml(email.sender)}</span>`;
  const colour = `color:${email.ground?.ink ?? "#ffffff"}`;
  return `<table ${table}><tr>${markCell(email, hasLogo)}<td valign="middle" style="${colour};line-height:1.35">${words}</td></tr></table>`;
}

/** About which draw and from whom, across the top of the mail. */
function bannerOf(email: EmailContent, hasLogo: boolean): string {
  const look = `padding:20px 24px;border-radius:12px 12px 0 0;${shadesOf(email.ground)}`;
  return `<tr><td class="pad" style="${look}">${bannerWords(email, hasLogo)}</td></tr>`;
}

/** The numbers as a ticket: when they are drawn, and for what. */
function ticketOf(email: EmailContent): string {
  const level = email.greeting ? "h2" : "h1";
  const title = `<${level} class="ink" style="margin:0;font-size:16px;color:${colors.ink}">${escapeHtml(email.heading)}</${level}>`;
  const day = email.calendar
    ? `<p style="margin:4px 0 0;font-size:16px">${anchor(email.calendar.label, email.calendar.href)}</p>`
    : "";
  const stake = email.stake ? stakeTable(email.stake) : "";
  const card = `border:2px dashed ${colors.line};border-radius:12px;border-collapse:separate`;
  return `<table ${table} class="line" style="${card}"><tr><td style="padding:18px 20px 20px">${title}${sectionsOf(email, "numbers")}${day}${stake}</td></tr></table>`;
}

/** The good news and the thanks, and beneath them the ticket. */
function ticketHead(email: EmailContent): string {
  const { greeting, paragraphs, raised } = email;
  return `${greeting ? headingOf(greeting) : ""}${paragraphs.map(paragraph).join("")}
${raised ? box("good", "background:#def3e2;color:#14683b", raised) : ""}${ticketOf(email)}`;
}

function plainHead(email: EmailContent): string {
  return `${headingOf(email.heading)}
${email.paragraphs.map(paragraph).join("")}
${sectionsOf(email, "numbers")}`;
}

/** Fills the rest of that line, which would go on with the first words of the mail. */
const gap = "&nbsp;&zwnj;".repeat(80);

/** Seen in a list of mails alone, where it stands before all else that the mail says. */
function previewOf(preview: string): string {
  const hidden = "display:none;max-height:0;overflow:hidden;opacity:0";
  return preview ? `<div style="${hidden}">${escapeHtml(preview)}${gap}</div>\n` : "";
}

function headOf({ subject }: EmailContent): string {
  return `<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>:root{color-scheme:light dark}${typeStyles}${darkStyles}${narrowStyles}${wideStyles}</style></head>`;
}

/** What stands beneath the mark and the name of the charity. */
function wordsOf(email: EmailContent): string {
  return `${email.marks.map((mark) => box("mark", "background:#ffefcf;color:#7d4a00", mark)).join("")}
${email.isTicket ? ticketHead(email) : plainHead(email)}
${buttonOf(email)}${smallLine({ text: email.caution })}
${sectionsOf(email, "prices")}${sectionsOf(email, "facts")}
${ruled(email.support, supportLine)}${ruled(email.smallPrint, smallLine)}`;
}

/**
 * Writes an email as HTML: one column, styles on the elements, nothing fetched from anywhere, every text escaped.
 * `hasLogo` shows the picture that the message carries.
 */
export function renderHtml(email: EmailContent, hasLogo = false): string {
  const paper = `max-width:600px;background:${colors.paper};border:1px solid ${colors.line};border-radius:13px;border-collapse:separate`;
  return `<!doctype html>
<html lang="${htmlLanguage(email.language)}">${headOf(email)}
<body class="page" style="margin:0;padding:0;background:${colors.page};${font};font-size:16px;line-height:1.5">
${previewOf(email.preview)}<table ${table} class="page" style="background:${colors.page}"><tr><td align="center" style="padding:20px 10px">
${outlook.open}<table ${table} class="paper" style="${paper}">
${bannerOf(email, hasLogo)}
<tr><td class="pad" style="padding:28px 24px 24px;${font}">
${wordsOf(email)}
</td></tr></table>${outlook.close}</td></tr></table></body></html>
`;
}
