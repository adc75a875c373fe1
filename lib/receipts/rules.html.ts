import { escapeHtml } from "@/lib/escape-html";
import { htmlLanguage } from "@/lib/platform/i18n/routing";

import type { EmailContent, EmailFact, EmailLine, EmailPart } from "./rules.email";

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const colors = {
  ink: "#1d1517",
  muted: "#5e5355",
  line: "#dfd7d2",
  brand: "#b30d22",
  page: "#f6f3f0",
  paper: "#ffffff",
};

// Mail programs that follow the reader's dark theme read this; the others keep to the styles on the elements.
const darkStyles = `@media (prefers-color-scheme:dark){
.page{background:#151011!important}.paper{background:#211a1c!important;
border-right-color:#3b3033!important;border-bottom-color:#3b3033!important;border-left-color:#3b3033!important}
.ink{color:#f8f1ef!important}.muted{color:#bdb0b1!important}.line{border-color:#3b3033!important}
.link{color:#ff868c!important}.mark{background:#38290d!important;color:#f5c877!important}
.good{background:#14301f!important;color:#8fdcaa!important}}`;

const ink = `class="ink" style="color:${colors.ink}"`;
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** The charity's colours, where it has its own, for an area with words. */
function shadesOf(ground: EmailContent["ground"]): string {
  return `background:${ground?.base ?? colors.brand};color:${ground?.ink ?? "#ffffff"}`;
}

function anchor(label: string, href: string): string {
  return `<a class="link" href="${escapeHtml(href)}" style="color:${colors.brand};word-break:break-word">${escapeHtml(label)}</a>`;
}

function shownValue({ value, href }: EmailFact): string {
  return href ? anchor(value, href) : escapeHtml(value);
}

function factRow(fact: EmailFact): string {
  const name = `<td class="muted" width="35%" valign="top" style="padding:4px 14px 4px 0;color:${colors.muted};font-size:14px">${escapeHtml(fact.name)}</td>`;
  return `<tr>${name}<td valign="top" style="padding:4px 0;font-size:14px;word-break:break-word"><span ${ink}>${shownValue(fact)}</span></td></tr>`;
}

/** What a ticket plays for: its name above it, the first in the size of a prize. */
function stakeRow(fact: EmailFact, at: number): string {
  const name = `<span class="muted" style="color:${colors.muted};font-size:14px">${escapeHtml(fact.name)}</span>`;
  const value = `<strong class="ink" style="color:${colors.ink};font-size:${at === 0 ? 22 : 16}px">${shownValue(fact)}</strong>`;
  return `<tr><td style="padding:8px 0 0;word-break:break-word">${name}<br>${value}</td></tr>`;
}

function priceRow(fact: EmailFact, isTotal: boolean): string {
  const weight = isTotal ? "font-weight:700;font-size:18px" : "";
  const border = `class="line ink" style="border-top:1px solid ${colors.line};padding:8px 0;color:${colors.ink};${weight}`;
  return `<tr><td ${border}">${escapeHtml(fact.name)}</td><td align="right" valign="top" ${border};padding-left:16px;white-space:nowrap">${escapeHtml(fact.value)}</td></tr>`;
}

/** The draw that some numbers play in; left out where the mail is about this draw alone. */
function drawRow(title: string): string {
  return title ? `<tr><td style="padding:10px 0 0"><strong ${ink}>${escapeHtml(title)}</strong></td></tr>` : "";
}

/** When numbers are drawn and under which licence, beneath them: the numbers are what a reader looks for. */
function noteRow(notes: string[]): string {
  const words = notes.map((note) => escapeLine(note)).join("<br>");
  return `<tr><td class="muted" style="padding:4px 0 2px;color:${colors.muted};font-size:14px">${words}</td></tr>`;
}

function numberRows(part: Extract<EmailPart, { kind: "numbers" }>, about: string): string {
  const isAlone = part.draws.length === 1;
  const rows = part.draws.flatMap(({ title, notes, ranges }) => [
    drawRow(isAlone && title === about ? "" : title),
    ...ranges.map(({ words, count, isVoid }) => {
      const struck = isVoid ? ";text-decoration:line-through" : "";
      const mark = isVoid
        ? ` <strong class="link" style="color:${colors.brand}">${escapeHtml(part.voidWord)}</strong>`
        : "";
      return `<tr><td style="padding:6px 0 2px"><span class="ink" style="color:${colors.ink};font-size:36px;font-weight:700;line-height:1.15${struck}">${escapeHtml(words)}</span><br><span class="muted" style="color:${colors.muted};font-size:14px;white-space:nowrap">${escapeHtml(count)}</span>${mark}</td></tr>`;
    }),
    notes.length > 0 ? noteRow(notes) : "",
  ]);
  return rows.join("");
}

function rowsOf(part: EmailPart, about: string): string {
  if (part.kind === "numbers") return numberRows(part, about);
  if (part.kind === "facts") return part.facts.map((fact) => factRow(fact)).join("");
  return [...part.rows.map((row) => priceRow(row, false)), priceRow(part.total, true)].join("");
}

function section(part: EmailPart, about: string): string {
  // What a reader looks up one day is quieter than what the mail is about.
  const size = part.kind === "facts" ? "15px" : "17px";
  const title = part.title
    ? `<h2 class="ink" style="margin:24px 0 4px;font-size:${size};color:${colors.ink}">${escapeHtml(part.title)}</h2>`
    : "";
  return `${title}<table ${table}>${rowsOf(part, about)}</table>`;
}

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 12px;color:${colors.ink}">${escapeHtml(text)}</p>`;
}

/** Codes and telephone numbers do not break at their dashes. */
function escapeLine(text: string): string {
  return escapeHtml(text).replace(/\b[A-Z0-9]+(?:-[A-Z0-9]+)+\b/g, '<span style="white-space:nowrap">$&</span>');
}

function smallLine({ text, link }: EmailLine): string {
  const address = link ? ` ${anchor(link.label, link.href)}` : "";
  return `<p class="muted" style="margin:0 0 8px;color:${colors.muted};font-size:14px">${escapeLine(text)}${address}</p>`;
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

function sectionsOf({ parts, about }: EmailContent, isNumbers: boolean): string {
  return parts
    .filter(({ kind }) => (kind === "numbers") === isNumbers)
    .map((part) => section(part, about))
    .join("");
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

/** About which draw and from whom, on the colours of the charity. */
function bannerWords({ about, sender }: EmailContent): string {
  const title = `<strong style="font-size:20px;line-height:1.25">${escapeHtml(about)}</strong>`;
  return `${title}<br><span style="font-size:14px">${escapeHtml(sender)}</span>`;
}

/** A ticket under the good news: for which draw and whose, the numbers, and what they play for. */
function ticketHead(email: EmailContent): string {
  const { greeting, heading, paragraphs, raised, ground } = email;
  const stakes =
    email.stakes.length > 0
      ? `<table ${table} style="margin-top:10px">${email.stakes.map(stakeRow).join("")}</table>`
      : "";
  const level = greeting ? "h2" : "h1";
  const title = `<${level} class="ink" style="margin:0;font-size:17px;color:${colors.ink}">${escapeHtml(heading)}</${level}>`;
  const body = title + sectionsOf(email, true) + stakes;
  return `${greeting ? headingOf(greeting) : ""}<table ${table} class="line" style="${ticketStyles.card}">
<tr><td style="${ticketStyles.head};${shadesOf(ground)}">${bannerWords(email)}</td></tr>
<tr><td class="line" style="${ticketStyles.body}">${body}</td></tr></table>
${raised ? thanksOf(raised) : ""}${paragraphs.map(paragraph).join("")}`;
}

function plainHead(email: EmailContent): string {
  const { heading, paragraphs, ground } = email;
  return `<p style="margin:0 0 20px;padding:14px 18px;border-radius:12px;line-height:1.35;${shadesOf(ground)}">${bannerWords(email)}</p>
${headingOf(heading)}
${paragraphs.map(paragraph).join("")}
${sectionsOf(email, true)}`;
}

/** Fills the rest of that line, which would go on with the first words of the mail. */
const gap = "&nbsp;&zwnj;".repeat(80);

/** Seen in a list of mails alone, where it stands before all else that the mail says. */
function previewOf(preview: string): string {
  const hidden = "display:none;max-height:0;overflow:hidden;opacity:0";
  return preview ? `<div style="${hidden}">${escapeHtml(preview)}${gap}</div>\n` : "";
}

/** Writes an email as HTML: one column, styles on the elements, nothing fetched from anywhere, every text escaped. */
export function renderHtml(email: EmailContent): string {
  const { language, subject, marks, isTicket, caution, smallPrint, ground } = email;
  return `<!doctype html>
<html lang="${htmlLanguage(language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>:root{color-scheme:light dark}${darkStyles}</style></head>
<body class="page" style="margin:0;padding:0;background:${colors.page};${font};font-size:16px;line-height:1.5">
${previewOf(email.preview)}<table ${table} class="page" style="background:${colors.page}"><tr><td align="center" style="padding:16px 10px">
<table ${table} class="paper" style="max-width:600px;background:${colors.paper};border:1px solid ${colors.line};border-top:4px solid ${ground?.base ?? colors.brand};border-radius:12px"><tr><td style="padding:24px 20px;${font}">
${marks.map(markOf).join("")}
${isTicket ? ticketHead(email) : plainHead(email)}
${buttonOf(email)}${smallLine({ text: caution })}
${sectionsOf(email, false)}
<div class="line" style="margin-top:24px;padding-top:16px;border-top:1px solid ${colors.line}">${smallPrint.map(smallLine).join("")}</div>
</td></tr></table></td></tr></table></body></html>
`;
}
