import { tintOf } from "@/lib/draws/rules.color";
import { escapeHtml } from "@/lib/escape-html";

import type { EmailContent } from "./rules.email";
import { numbersOf } from "./rules.html-numbers";
import { titleOf } from "./rules.html-parts";
import { colors, inkOn, ownWords, shadesOf, table } from "./rules.html-styles";

/** By this a message names the logo that it carries. */
export const logoId = "logo@tirage";

/** As wide and as high as the logo is shown, in pixels. */
export const logoSize = 44;

/** Half of a hole's width, in pixels. */
const holeSize = 10;

const outline = `1px solid ${colors.line}`;

/** The charity's logo on white, as it was made to be seen; where it has none, the letter that its name begins with. */
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

/** About which draw and from whom, beside the charity's mark. */
function namesOf(email: EmailContent, hasLogo: boolean): string {
  const title = `<strong class="about" style="font-size:18px;line-height:1.25">${escapeHtml(email.about)}</strong>`;
  const words = `${title}<br><span style="font-size:14px">${escapeHtml(email.sender)}</span>`;
  return `<table ${table}><tr>${markCell(email, hasLogo)}<td valign="middle" style="color:${inkOn(email)};line-height:1.35">${words}</td></tr></table>`;
}

/** What the mail says first. */
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

/** What must be seen before all else. */
function marksOf({ marks }: EmailContent): string {
  if (marks.length === 0) return "";
  const look = "padding:12px 28px;border-radius:12px 12px 0 0;background:#ffefcf;color:#7d4a00;font-weight:700";
  return `<tr><td class="mark pad" style="${look}">${marks.map((mark) => `<div>${escapeHtml(mark)}</div>`).join("")}</td></tr>`;
}

/** The charity's colour across the top: who writes, the news, and in a receipt the thanks. */
function blockOf(email: EmailContent, hasLogo: boolean): string {
  const { isTicket, greeting, heading, marks } = email;
  const words = isTicket ? headingOf(greeting, email) + thanksOf(email) : headingOf(heading, email);
  const space = isTicket ? "28px 28px 18px" : "28px";
  const look = `padding:${space};${marks.length > 0 ? "" : "border-radius:12px 12px 0 0;"}${shadesOf(email)}`;
  return `<tr><td class="block" style="${look}">${namesOf(email, hasLogo)}${words}</td></tr>`;
}

/** Half of a hole in the ticket's edge; a program that knows no round corners shows it square. */
function holeOf(corner: string, edge: string): string {
  const size = edge ? holeSize - 1 : holeSize;
  const look = `width:${size}px;height:${size}px;background:${colors.page};border-${corner}-radius:${holeSize}px;${edge}`;
  return `<td width="${holeSize}" style="padding:0"><div class="page line" style="${look}font-size:0;line-height:0">&nbsp;</div></td>`;
}

/** A half of the tear as high as half of a hole; on paper, which is nearly as light as a hole, that has an edge. */
function halfOf(side: "top" | "bottom", cell: string, middle: string): string {
  const edge = (end: string) => (side === "top" ? "" : `border-bottom:${outline};border-${end}:${outline};`);
  const [left, right] = [holeOf(`${side}-right`, edge("right")), holeOf(`${side}-left`, edge("left"))];
  const line = `<td ${middle};font-size:0;line-height:0">&nbsp;</td>`;
  return `<tr><td ${cell}"><table ${table}><tr>${left}${line}${right}</tr></table></td></tr>`;
}

/** Where a ticket is torn off: a dashed line between two holes, the upper half of them in the charity's colour. */
function tearOf(email: EmailContent): string {
  const ofPaper = `class="tear" style="padding:0;background:${colors.paper}`;
  const upper = halfOf("top", `style="padding:0;${shadesOf(email)}`, 'style="padding:0');
  return upper + halfOf("bottom", ofPaper, `${ofPaper};border-top:2px dashed ${colors.tear}`);
}

/** The ticket beneath its tear: its numbers, and what they did for the cause. */
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
  return `${tearOf(email)}<tr><td class="tear pad" style="${look}">${numbers.join("")}</td></tr>${raised}`;
}

/** The top of a mail as rows: a receipt's is its ticket. */
export function headOf(email: EmailContent, hasLogo: boolean): string {
  return marksOf(email) + blockOf(email, hasLogo) + (email.isTicket ? stubOf(email) : "");
}
