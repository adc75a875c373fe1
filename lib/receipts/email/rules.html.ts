import { computeTint } from "@/lib/draws/pages/rules.color";
import { escapeHtml } from "@/lib/escape-html";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { EmailContent } from "./rules.content";
import { renderAmounts, renderDates, renderDetailsPanel, renderNumbers } from "./rules.html-body";
import {
  colors,
  font,
  getAccentColor,
  getHeaderColors,
  getHeaderTextColor,
  outlook,
  renderLines,
  renderLink,
  renderStyles,
  renderTitle,
  table,
} from "./rules.html-parts";

/** Has one column and inline styles, loads nothing and escapes all text. For `hasLogo` the logo must be attached. */
export function renderHtml(email: EmailContent, hasLogo = false): string {
  const paper = `max-width:600px;background:${colors.paper};border:1px solid ${colors.line};border-radius:13px;border-collapse:separate`;
  return `<!doctype html>
<html lang="${htmlLanguage(email.language)}">${renderDocumentHead(email)}
<body class="page" style="margin:0;padding:0;background:${colors.page};${font};font-size:16px;line-height:1.5">
${renderPreview(email.preview)}<table ${table} class="page" style="background:${colors.page}"><tr><td class="edge" align="center" style="padding:20px 10px">
${outlook.open}<table ${table} class="paper" style="${paper}">
${renderHeader(email, hasLogo)}
<tr><td class="pad" style="padding:24px 28px 24px;${font}">
${renderBody(email)}
</td></tr></table>${outlook.close}</td></tr></table></body></html>
`;
}

function renderDocumentHead(email: EmailContent): string {
  return `<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(email.subject)}</title>
${renderStyles(email)}</head>`;
}

function renderPreview(preview: string): string {
  const hidden = "display:none;max-height:0;overflow:hidden;opacity:0";
  return preview ? `<div style="${hidden}">${escapeHtml(preview)}${gap}</div>\n` : "";
}

/** Keeps the first words of the body out of the preview. */
const gap = "&nbsp;&zwnj;".repeat(80);

export function renderHeader(email: EmailContent, hasLogo: boolean): string {
  return renderMarks(email) + renderHeaderBlock(email, hasLogo) + (email.isTicket ? renderStub(email) : "");
}

function renderMarks({ marks }: EmailContent): string {
  if (marks.length === 0) return "";
  const look = "padding:12px 28px;border-radius:12px 12px 0 0;background:#ffefcf;color:#7d4a00;font-weight:700";
  return `<tr><td class="mark pad" style="${look}">${marks.map((mark) => `<div>${escapeHtml(mark)}</div>`).join("")}</td></tr>`;
}

function renderHeaderBlock(email: EmailContent, hasLogo: boolean): string {
  const { isTicket, greeting, heading, marks } = email;
  const words = isTicket ? renderHeading(greeting, email) + renderThanks(email) : renderHeading(heading, email);
  const space = isTicket ? "28px 28px 18px" : "28px";
  const look = `padding:${space};${marks.length > 0 ? "" : "border-radius:12px 12px 0 0;"}${getHeaderColors(email)}`;
  return `<tr><td class="block" style="${look}">${renderNames(email, hasLogo)}${words}</td></tr>`;
}

function renderNames(email: EmailContent, hasLogo: boolean): string {
  const title = `<strong class="about" style="font-size:18px;line-height:1.25">${escapeHtml(email.about)}</strong>`;
  const words = `${title}<br><span style="font-size:14px">${escapeHtml(email.sender)}</span>`;
  return `<table ${table}><tr>${renderLogoCell(email, hasLogo)}<td valign="middle" style="color:${getHeaderTextColor(email)};line-height:1.35">${words}</td></tr></table>`;
}

export const logoId = "logo@tirage";

/** In pixels, square. */
export const logoSize = 44;

function renderLogoCell({ sender, ground }: EmailContent, hasLogo: boolean): string {
  const cell = 'width="52" valign="middle" style="padding:0 14px 0 0"';
  const box = "width:52px;height:52px;border-radius:10px;text-align:center";
  if (hasLogo) {
    const size = `width="${logoSize}" height="${logoSize}"`;
    return `<td ${cell}><div style="${box};background:#ffffff"><img src="cid:${logoId}" ${size} alt="" style="display:block;margin:0 auto;padding:4px;border:0"></div></td>`;
  }
  const look = `background:${ground?.shade ?? colors.shade};font-size:26px;font-weight:700;line-height:52px`;
  return `<td ${cell}><div aria-hidden="true" style="${box};${look}">${escapeHtml(Array.from(sender)[0] ?? "")}</div></td>`;
}

function renderHeading(words: string, email: EmailContent): string {
  const look = `margin:20px 0 0;font-size:34px;line-height:1.15;letter-spacing:-0.5px;text-wrap:balance;color:${getHeaderTextColor(email)}`;
  return words ? `<h1 style="${look}">${escapeHtml(words)}</h1>` : "";
}

function renderThanks(email: EmailContent): string {
  const paragraph = (text: string, at: number) => {
    const space = at === 0 && !email.greeting ? 16 : 8;
    return `<p style="margin:${space}px 0 0;color:${getHeaderTextColor(email)}">${escapeHtml(text)}</p>`;
  };
  return email.paragraphs.map(paragraph).join("");
}

function renderStub(email: EmailContent): string {
  const level = email.greeting ? "h2" : "h1";
  const numbers = email.parts.flatMap((part) =>
    part.kind === "numbers" ? [renderNumbers(email, part, renderTitle(email.heading, level))] : [],
  );
  const look = `padding:14px 28px 16px;background:${colors.paper}`;
  const words = getAccentColor(email);
  const good = `padding:14px 28px;background:${computeTint(words, colors.paper)};color:${words};font-weight:700;text-wrap:balance`;
  const raised = email.raised
    ? `<tr><td class="tint own pad" style="${good}">${escapeHtml(email.raised)}</td></tr>`
    : `<tr><td class="line" style="border-top:1px solid ${colors.line};font-size:0;line-height:0">&nbsp;</td></tr>`;
  return `${renderPerforation(email)}<tr><td class="perforation pad" style="${look}">${numbers.join("")}</td></tr>${raised}`;
}

function renderPerforation(email: EmailContent): string {
  const ofPaper = `class="perforation" style="padding:0;background:${colors.paper}`;
  const upper = renderPerforationHalf("top", `style="padding:0;${getHeaderColors(email)}`, 'style="padding:0');
  return upper + renderPerforationHalf("bottom", ofPaper, `${ofPaper};border-top:2px dashed ${colors.perforation}`);
}

/** The lower half has an edge, because the paper is nearly as light as the hole. */
function renderPerforationHalf(side: "top" | "bottom", cell: string, middle: string): string {
  const edge = (end: string) => (side === "top" ? "" : `border-bottom:${outline};border-${end}:${outline};`);
  const [left, right] = [renderHole(`${side}-right`, edge("right")), renderHole(`${side}-left`, edge("left"))];
  const line = `<td ${middle};font-size:0;line-height:0">&nbsp;</td>`;
  return `<tr><td ${cell}"><table ${table}><tr>${left}${line}${right}</tr></table></td></tr>`;
}

/** The hole is square in mail programs without round corners. */
function renderHole(corner: string, edge: string): string {
  const size = edge ? holeSize - 1 : holeSize;
  const look = `width:${size}px;height:${size}px;background:${colors.page};border-${corner}-radius:${holeSize}px;${edge}`;
  return `<td width="${holeSize}" style="padding:0"><div class="page line" style="${look}font-size:0;line-height:0">&nbsp;</div></td>`;
}

/** In pixels. */
const holeSize = 10;

const outline = `1px solid ${colors.line}`;

function renderBody(email: EmailContent): string {
  return `${email.isTicket ? "" : renderNews(email)}
${renderButton(email)}${renderSmallParagraph(escapeHtml(email.caution), "0")}
${renderDates(email)}${renderAmounts(email)}${renderDetailsPanel(email)}
${renderFooter(email)}`;
}

function renderNews(email: EmailContent): string {
  const look = `margin:0 0 14px;color:${colors.ink}`;
  const words = email.paragraphs.map((text) => `<p class="ink" style="${look}">${escapeHtml(text)}</p>`);
  const numbers = email.parts.flatMap((part) => (part.kind === "numbers" ? [renderNumbers(email, part)] : []));
  return [...words, ...numbers.map((html) => `<div style="padding:8px 0 20px">${html}</div>`)].join("");
}

/** The cell has the colour, because some mail programs give links no padding. */
function renderButton(email: EmailContent): string {
  const { label, href } = email.button;
  const link = `display:block;padding:15px 20px;color:${getHeaderTextColor(email)};font-weight:700;text-decoration:none`;
  return `<table ${table} style="margin:0 0 8px"><tr><td align="center" style="border-radius:10px;mso-padding-alt:15px 20px;${getHeaderColors(email)}"><a href="${escapeHtml(href)}" style="${link}">${escapeHtml(label)}</a></td></tr></table>`;
}

function renderFooter({ support, links, smallPrint }: EmailContent): string {
  const about = `<p class="ink" style="margin:24px 0 0;color:${colors.ink};font-size:14px">${renderLines(support)}</p>`;
  const dot = `<span class="muted" aria-hidden="true" style="color:${colors.muted}">&nbsp; · &nbsp;</span>`;
  const ways = links.map(({ label, href }) => renderLink(label, href)).join(dot);
  const [sender, ...others] = [...smallPrint].reverse();
  const print = [others.reverse(), sender ? [sender] : []].filter((lines) => lines.length > 0);
  return `${support.length > 0 ? about : ""}<p style="margin:4px 0 12px;font-size:14px">${ways}</p>${print.map((lines) => renderSmallParagraph(renderLines(lines), "0 0 6px")).join("")}`;
}

function renderSmallParagraph(html: string, margin: string): string {
  return `<p class="muted" style="margin:${margin};color:${colors.muted};font-size:13px">${html}</p>`;
}
