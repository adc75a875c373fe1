import { escapeHtml } from "@/lib/escape-html";
import { htmlLanguage } from "@/lib/platform/i18n/routing";

import type { EmailContent, EmailLine, EmailPart } from "./rules.email";
import { anchor, colors, columns, escapeLine, section, stakeRow, table } from "./rules.html-parts";

/** By this a message names the logo that it carries. */
export const logoId = "logo@tirage";

/** As wide and as high as the logo is shown, in pixels. */
export const logoSize = 48;

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

// Mail programs that follow the reader's dark theme read this; the others keep to the styles on the elements.
const darkStyles = `@media (prefers-color-scheme:dark){
.page{background:#151011!important}.paper{background:#211a1c!important;
border-right-color:#3b3033!important;border-bottom-color:#3b3033!important;border-left-color:#3b3033!important}
.ink{color:#f8f1ef!important}.muted{color:#bdb0b1!important}.line{border-color:#3b3033!important}
.link{color:#ff868c!important}.mark{background:#38290d!important;color:#f5c877!important}
.good{background:#14301f!important;color:#8fdcaa!important}}`;

/** On a phone what stands side by side elsewhere stands one beneath the other. */
const narrowStyles = "@media (max-width:520px){.col{display:block!important;width:auto!important}}";

/** The charity's colours, where it has its own, for an area with words. */
function shadesOf(ground: EmailContent["ground"]): string {
  return `background:${ground?.base ?? colors.brand};color:${ground?.ink ?? "#ffffff"}`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 12px;color:${colors.ink}">${escapeHtml(text)}</p>`;
}

function smallLine({ text, link, rest = "" }: EmailLine): string {
  const words = escapeLine(text) + (link ? anchor(link.label, link.href) : "") + escapeLine(rest);
  return `<p class="muted" style="margin:0 0 6px;color:${colors.muted};font-size:13px">${words}</p>`;
}

function markOf(mark: string): string {
  return `<p class="mark" style="margin:0 0 16px;padding:8px 12px;background:#ffefcf;color:#7d4a00;font-weight:700;border-radius:8px">${escapeHtml(mark)}</p>`;
}

function thanksOf(words: string): string {
  return `<p class="good" style="margin:0 0 12px;padding:12px 16px;background:#def3e2;color:#14683b;font-weight:700;border-radius:10px">${escapeHtml(words)}</p>`;
}

function buttonOf({ button: { label, href }, ground }: EmailContent): string {
  return `<p style="margin:20px 0 8px"><a href="${escapeHtml(href)}" style="display:block;padding:14px 20px;${shadesOf(ground)};font-weight:700;text-align:center;text-decoration:none;border-radius:10px">${escapeHtml(label)}</a></p>`;
}

/** The sections of some kinds of parts, in the order of the mail. */
function sectionsOf({ parts, about, language }: EmailContent, ...kinds: EmailPart["kind"][]): string[] {
  const around = { about, colon: language === "fr" ? "\u00a0:" : ":" };
  return parts.filter(({ kind }) => kinds.includes(kind)).map((part) => section(part, around));
}

const ticketStyles = {
  card: `border:1px solid ${colors.line};border-radius:12px;border-collapse:separate;margin:0 0 16px`,
  head: "padding:16px 18px;border-radius:11px 11px 0 0;line-height:1.35",
  body: `padding:14px 18px 16px;border-top:2px dashed ${colors.line}`,
};

/** What the mail says first. */
function headingOf(words: string): string {
  return `<h1 class="ink" style="margin:0 0 14px;font-size:28px;line-height:1.2;color:${colors.ink}">${escapeHtml(words)}</h1>`;
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
  const title = `<strong style="font-size:20px;line-height:1.25">${escapeHtml(email.about)}</strong>`;
  const words = `${title}<br><span style="font-size:14px">${escapeHtml(email.sender)}</span>`;
  const colour = `color:${email.ground?.ink ?? "#ffffff"}`;
  return `<table ${table}><tr>${markCell(email, hasLogo)}<td valign="middle" style="${colour};line-height:1.35">${words}</td></tr></table>`;
}

/** A ticket under the good news: for which draw and whose, the numbers, and what they play for. */
function ticketHead(email: EmailContent, hasLogo: boolean): string {
  const { greeting, heading, paragraphs, raised, ground } = email;
  const stakes =
    email.stakes.length > 0
      ? `<table ${table} style="margin-top:10px">${email.stakes.map(stakeRow).join("")}</table>`
      : "";
  const level = greeting ? "h2" : "h1";
  const title = `<${level} class="ink" style="margin:0;font-size:17px;color:${colors.ink}">${escapeHtml(heading)}</${level}>`;
  const day = email.calendar
    ? `<p style="margin:2px 0 0;font-size:15px">${anchor(email.calendar.label, email.calendar.href)}</p>`
    : "";
  const body = title + sectionsOf(email, "numbers").join("") + day + stakes;
  return `${greeting ? headingOf(greeting) : ""}<table ${table} class="line" style="${ticketStyles.card}">
<tr><td style="${ticketStyles.head};${shadesOf(ground)}">${bannerWords(email, hasLogo)}</td></tr>
<tr><td class="line" style="${ticketStyles.body}">${body}</td></tr></table>
${raised ? thanksOf(raised) : ""}${paragraphs.map(paragraph).join("")}`;
}

function plainHead(email: EmailContent, hasLogo: boolean): string {
  const { heading, paragraphs, ground } = email;
  return `<table ${table} style="margin:0 0 20px"><tr><td style="padding:14px 18px;border-radius:12px;${shadesOf(ground)}">${bannerWords(email, hasLogo)}</td></tr></table>
${headingOf(heading)}
${paragraphs.map(paragraph).join("")}
${sectionsOf(email, "numbers").join("")}`;
}

/** Fills the rest of that line, which would go on with the first words of the mail. */
const gap = "&nbsp;&zwnj;".repeat(80);

/** Seen in a list of mails alone, where it stands before all else that the mail says. */
function previewOf(preview: string): string {
  const hidden = "display:none;max-height:0;overflow:hidden;opacity:0";
  return preview ? `<div style="${hidden}">${escapeHtml(preview)}${gap}</div>\n` : "";
}

/**
 * Writes an email as HTML: one column, styles on the elements, nothing fetched from anywhere, every text escaped.
 * `hasLogo` shows the picture that the message carries.
 */
export function renderHtml(email: EmailContent, hasLogo = false): string {
  const { language, subject, marks, isTicket, caution, smallPrint, ground } = email;
  return `<!doctype html>
<html lang="${htmlLanguage(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>:root{color-scheme:light dark}${darkStyles}${narrowStyles}</style></head>
<body class="page" style="margin:0;padding:0;background:${colors.page};${font};font-size:16px;line-height:1.5">
${previewOf(email.preview)}<table ${table} class="page" style="background:${colors.page}"><tr><td align="center" style="padding:16px 10px">
<table ${table} class="paper" style="max-width:600px;background:${colors.paper};border:1px solid ${colors.line};border-top:4px solid ${ground?.base ?? colors.brand};border-radius:12px"><tr><td style="padding:24px 20px;${font}">
${marks.map(markOf).join("")}
${isTicket ? ticketHead(email, hasLogo) : plainHead(email, hasLogo)}
${buttonOf(email)}${smallLine({ text: caution })}
${sectionsOf(email, "prices").join("")}${columns(sectionsOf(email, "facts"))}
<div class="line" style="margin-top:24px;padding-top:16px;border-top:1px solid ${colors.line}">${smallPrint.map(smallLine).join("")}</div>
</td></tr></table></td></tr></table></body></html>
`;
}
