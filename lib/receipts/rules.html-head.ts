import { escapeHtml } from "@/lib/escape-html";

import type { EmailContent } from "./rules.email";
import { numbersOf } from "./rules.html-numbers";
import { titleOf } from "./rules.html-parts";
import { colors, inkOn, shadesOf, table } from "./rules.html-styles";

/** By this a message names the logo that it carries. */
export const logoId = "logo@tirage";

/** As wide and as high as the logo is shown, in pixels. */
export const logoSize = 44;

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
  const look = `padding:28px;${marks.length > 0 ? "" : "border-radius:12px 12px 0 0;"}${shadesOf(email)}`;
  return `<tr><td class="block" style="${look}">${namesOf(email, hasLogo)}${words}</td></tr>`;
}

/** The ticket beneath its tear: its numbers, and what they did for the cause. */
function stubOf(email: EmailContent): string {
  const level = email.greeting ? "h2" : "h1";
  const numbers = email.parts.flatMap((part) =>
    part.kind === "numbers" ? [numbersOf(email, part, titleOf(email.heading, level))] : [],
  );
  const look = `padding:22px 28px 16px;border-top:2px dashed ${colors.tear};background:${colors.paper}`;
  const good = "padding:14px 28px;background:#def3e2;color:#14683b;font-weight:700";
  const raised = email.raised
    ? `<tr><td class="good pad" style="${good}">${escapeHtml(email.raised)}</td></tr>`
    : `<tr><td class="line" style="border-top:1px solid ${colors.line};font-size:0;line-height:0">&nbsp;</td></tr>`;
  return `<tr><td class="tear pad" style="${look}">${numbers.join("")}</td></tr>${raised}`;
}

/** The top of a mail as rows: a receipt's is its ticket. */
export function headOf(email: EmailContent, hasLogo: boolean): string {
  return marksOf(email) + blockOf(email, hasLogo) + (email.isTicket ? stubOf(email) : "");
}
