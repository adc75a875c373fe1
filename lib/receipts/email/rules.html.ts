import { tintOf } from "@/lib/draws/pages/rules.color";
import { escapeHtml } from "@/lib/escape-html";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { EmailContent } from "./rules.content";
import { amountsOf, datesListOf, numbersOf, panelOf } from "./rules.html-body";
import {
  colors,
  font,
  inkOn,
  loneLink,
  outlook,
  ownWords,
  runOf,
  shadesOf,
  stylesOf,
  table,
  titleOf,
} from "./rules.html-parts";

/**
 * Has one column and inline styles, loads nothing and escapes every text. `hasLogo` if the message carries the logo.
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

function documentHeadOf(email: EmailContent): string {
  return `<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(email.subject)}</title>
${stylesOf(email)}</head>`;
}

function previewOf(preview: string): string {
  const hidden = "display:none;max-height:0;overflow:hidden;opacity:0";
  return preview ? `<div style="${hidden}">${escapeHtml(preview)}${gap}</div>\n` : "";
}

/** Keeps the first words of the body out of the preview. */
const gap = "&nbsp;&zwnj;".repeat(80);

export function headOf(email: EmailContent, hasLogo: boolean): string {
  return marksOf(email) + blockOf(email, hasLogo) + (email.isTicket ? stubOf(email) : "");
}

function marksOf({ marks }: EmailContent): string {
  if (marks.length === 0) return "";
  const look = "padding:12px 28px;border-radius:12px 12px 0 0;background:#ffefcf;color:#7d4a00;font-weight:700";
  return `<tr><td class="mark pad" style="${look}">${marks.map((mark) => `<div>${escapeHtml(mark)}</div>`).join("")}</td></tr>`;
}

function blockOf(email: EmailContent, hasLogo: boolean): string {
  const { isTicket, greeting, heading, marks } = email;
  const words = isTicket ? headingOf(greeting, email) + thanksOf(email) : headingOf(heading, email);
  const space = isTicket ? "28px 28px 18px" : "28px";
  const look = `padding:${space};${marks.length > 0 ? "" : "border-radius:12px 12px 0 0;"}${shadesOf(email)}`;
  return `<tr><td class="block" style="${look}">${namesOf(email, hasLogo)}${words}</td></tr>`;
}

function namesOf(email: EmailContent, hasLogo: boolean): string {
  const title = `<strong class="about" style="font-size:18px;line-height:1.25">${escapeHtml(email.about)}</strong>`;
  const words = `${title}<br><span style="font-size:14px">${escapeHtml(email.sender)}</span>`;
  return `<table ${table}><tr>${markCell(email, hasLogo)}<td valign="middle" style="color:${inkOn(email)};line-height:1.35">${words}</td></tr></table>`;
}

export const logoId = "logo@tirage";

/** In pixels, square. */
export const logoSize = 44;

function markCell({ sender, ground }: EmailContent, hasLogo: boolean): string {
  const cell = 'width="52" valign="middle" style="padding:0 14px 0 0"';
  const box = "width:52px;height:52px;border-radius:10px;text-align:center";
  if (hasLogo) {
    const size = `width="${logoSize}" height="${logoSize}"`;
    return `<td ${cell}><div style="${box};background:#ffffff"><img src="cid:${logoId}" ${size} alt="" style="display:block;margin:0 auto;padding:4px;border:0"></div></td>`;
  }
  const look = `background:${ground?.shade ?? colors.shade};font-size:26px;font-weight:700;line-height:52px`;
  return `<td ${cell}><div aria-hidden="true" style="${box};${look}">${escapeHtml(Array.from(sender)[0] ?? "")}</div></td>`;
}

function headingOf(words: string, email: EmailContent): string {
  const look = `margin:20px 0 0;font-size:34px;line-height:1.15;letter-spacing:-0.5px;text-wrap:balance;color:${inkOn(email)}`;
  return words ? `<h1 style="${look}">${escapeHtml(words)}</h1>` : "";
}

function thanksOf(email: EmailContent): string {
  const paragraph = (text: string, at: number) => {
    const space = at === 0 && !email.greeting ? 16 : 8;
    return `<p style="margin:${space}px 0 0;color:${inkOn(email)}">${escapeHtml(text)}</p>`;
  };
  return email.paragraphs.map(paragraph).join("");
}

function stubOf(email: EmailContent): string {
  const level = email.greeting ? "h2" : "h1";
  const numbers = email.parts.flatMap((part) =>
    part.kind === "numbers" ? [numbersOf(email, part, titleOf(email.heading, level))] : [],
  );
  const look = `padding:14px 28px 16px;background:${colors.paper}`;
  const words = ownWords(email);
  const good = `padding:14px 28px;background:${tintOf(words, colors.paper)};color:${words};font-weight:700;text-wrap:balance`;
  const raised = email.raised
    ? `<tr><td class="tint own pad" style="${good}">${escapeHtml(email.raised)}</td></tr>`
    : `<tr><td class="line" style="border-top:1px solid ${colors.line};font-size:0;line-height:0">&nbsp;</td></tr>`;
  return `${perforationOf(email)}<tr><td class="perforation pad" style="${look}">${numbers.join("")}</td></tr>${raised}`;
}

function perforationOf(email: EmailContent): string {
  const ofPaper = `class="perforation" style="padding:0;background:${colors.paper}`;
  const upper = halfOf("top", `style="padding:0;${shadesOf(email)}`, 'style="padding:0');
  return upper + halfOf("bottom", ofPaper, `${ofPaper};border-top:2px dashed ${colors.perforation}`);
}

/** The lower half has an edge, as the paper is nearly as light as the hole. */
function halfOf(side: "top" | "bottom", cell: string, middle: string): string {
  const edge = (end: string) => (side === "top" ? "" : `border-bottom:${outline};border-${end}:${outline};`);
  const [left, right] = [holeOf(`${side}-right`, edge("right")), holeOf(`${side}-left`, edge("left"))];
  const line = `<td ${middle};font-size:0;line-height:0">&nbsp;</td>`;
  return `<tr><td ${cell}"><table ${table}><tr>${left}${line}${right}</tr></table></td></tr>`;
}

/** The hole is square in mail programs without round corners. */
function holeOf(corner: string, edge: string): string {
  const size = edge ? holeSize - 1 : holeSize;
  const look = `width:${size}px;height:${size}px;background:${colors.page};border-${corner}-radius:${holeSize}px;${edge}`;
  return `<td width="${holeSize}" style="padding:0"><div class="page line" style="${look}font-size:0;line-height:0">&nbsp;</div></td>`;
}

/** In pixels. */
const holeSize = 10;

const outline = `1px solid ${colors.line}`;

function wordsOf(email: EmailContent): string {
  return `${email.isTicket ? "" : newsOf(email)}
${buttonOf(email)}${smallParagraph(escapeHtml(email.caution), "0")}
${datesListOf(email)}${amountsOf(email)}${panelOf(email)}
${footOf(email)}`;
}

function newsOf(email: EmailContent): string {
  const look = `margin:0 0 14px;color:${colors.ink}`;
  const words = email.paragraphs.map((text) => `<p class="ink" style="${look}">${escapeHtml(text)}</p>`);
  const numbers = email.parts.flatMap((part) => (part.kind === "numbers" ? [numbersOf(email, part)] : []));
  return [...words, ...numbers.map((html) => `<div style="padding:8px 0 20px">${html}</div>`)].join("");
}

/** The cell has the colour, because some mail programs give links no padding. */
function buttonOf(email: EmailContent): string {
  const { label, href } = email.button;
  const link = `display:block;padding:15px 20px;color:${inkOn(email)};font-weight:700;text-decoration:none`;
  return `<table ${table} style="margin:0 0 8px"><tr><td align="center" style="border-radius:10px;mso-padding-alt:15px 20px;${shadesOf(email)}"><a href="${escapeHtml(href)}" style="${link}">${escapeHtml(label)}</a></td></tr></table>`;
}

function footOf({ support, links, smallPrint }: EmailContent): string {
  const about = `<p class="ink" style="margin:24px 0 0;color:${colors.ink};font-size:14px">${runOf(support)}</p>`;
  const dot = `<span class="muted" aria-hidden="true" style="color:${colors.muted}">&nbsp; · &nbsp;</span>`;
  const ways = links.map(({ label, href }) => loneLink(label, href)).join(dot);
  const [sender, ...others] = [...smallPrint].reverse();
  const print = [others.reverse(), sender ? [sender] : []].filter((lines) => lines.length > 0);
  return `${support.length > 0 ? about : ""}<p style="margin:4px 0 12px;font-size:14px">${ways}</p>${print.map((lines) => smallParagraph(runOf(lines), "0 0 6px")).join("")}`;
}

function smallParagraph(html: string, margin: string): string {
  return `<p class="muted" style="margin:${margin};color:${colors.muted};font-size:13px">${html}</p>`;
}
