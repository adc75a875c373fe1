import { escapeHtml } from "@/lib/escape-html";

import type { EmailContent, EmailFact, EmailNumbers, EmailPart } from "./rules.email";
import { escapeLine, factCell, secondButton, titleOf } from "./rules.html-parts";
import { colors, ownWords, table } from "./rules.html-styles";

type NumbersPart = Extract<EmailPart, { kind: "numbers" }>;
type Range = EmailNumbers["ranges"][number];

/** A longer prize is a thing and not an amount: in large letters it would take the whole screen. */
const longestAmount = 14;

/** The draw that some numbers play in; left out where the mail is about this draw alone. */
function drawRow(title: string): string {
  const look = `color:${colors.ink};font-size:18px;line-height:1.35`;
  return title
    ? `<tr><td style="padding:0 0 4px"><strong class="ink" style="${look}">${escapeHtml(title)}</strong></td></tr>`
    : "";
}

/** How many numbers it is; of one of the reader's that was drawn, that it is, so that nobody misses it. */
function countOf({ count, isOwn }: Range): string {
  const look = isOwn
    ? 'class="good" style="padding:2px 8px;background:#def3e2;color:#14683b;font-weight:700;border-radius:6px'
    : `class="muted" style="color:${colors.muted}`;
  return `<span ${look};font-size:14px">${escapeHtml(count)}</span>`;
}

/** Two numbers of four digits. A longer range is smaller, and on a narrow phone the second one is on its own line. */
const shortRange = 11;

function sizeOf({ words }: Range, isAlone: boolean): number {
  if (!isAlone) return words.length > 15 ? 28 : 32;
  if (words.length <= shortRange) return 46;
  return words.length > 15 ? 28 : 36;
}

function rangeWords({ words }: Range): string {
  const escaped = escapeHtml(words);
  return words.length > shortRange ? escaped.replace("–\u00a0", "$&<wbr>") : escaped;
}

function rangeRow(range: Range, voidWord: string, isAlone: boolean): string {
  const struck = range.isVoid ? ";text-decoration:line-through" : "";
  const look = `color:${colors.ink};font-size:${sizeOf(range, isAlone)}px;font-weight:700;line-height:1.15;letter-spacing:-0.5px${struck}`;
  const mark = `<strong class="link" style="color:${colors.brand}">${escapeHtml(voidWord)}</strong>`;
  const count = countOf(range) + (range.isVoid ? ` ${mark}` : "");
  return `<tr><td style="padding:3px 0"><span class="ink" style="${look}">${rangeWords(range)}</span><br>${count}</td></tr>`;
}

/** When numbers are drawn, where no ticket says it. */
function whenRow(when: string): string {
  const look = `font-size:16px;line-height:1.35;color:${colors.ink}`;
  return `<tr><td style="padding:8px 0 0"><strong class="ink" style="${look}">${escapeLine(when)}</strong></td></tr>`;
}

/** Under which licence, beneath them. */
function noteRow(notes: string[]): string {
  const words = notes.map((note) => escapeLine(note)).join("<br>");
  return `<tr><td class="muted" style="padding:8px 0 0;color:${colors.muted};font-size:13px">${words}</td></tr>`;
}

function stakeCell(stake: EmailFact, email: EmailContent): string {
  const isAmount = stake.value.length <= longestAmount;
  const look = isAmount
    ? `color:${ownWords(email)};font-size:24px;line-height:1.3`
    : `color:${colors.ink};font-size:16px;line-height:1.35`;
  return factCell(stake, look, isAmount ? "own" : "ink");
}

/** Date and prize beside each other; the one of them that there is takes the whole width. */
function cellsRow({ date, stake }: EmailNumbers, email: EmailContent): string {
  const dateLook = `color:${colors.ink};font-size:16px;line-height:1.35`;
  const cells = [...(date ? [factCell(date, dateLook)] : []), ...(stake ? [stakeCell(stake, email)] : [])];
  if (cells.length === 0) return "";
  const cell = (words: string, at: number) =>
    `<td width="${100 / cells.length}%" valign="top" style="padding:14px ${at < cells.length - 1 ? 16 : 0}px 0 0;word-break:break-word">${words}</td>`;
  return `<tr><td><table ${table}><tr>${cells.map(cell).join("")}</tr></table></td></tr>`;
}

/** The numbers of one draw with what belongs to them. */
function drawTable(email: EmailContent, part: NumbersPart, numbers: EmailNumbers): string {
  const { title, when, notes, ranges, date, stake } = numbers;
  const isAlone = part.draws.length === 1;
  const isTicket = date !== undefined;
  const isDrawn = when !== "" && !ranges.every(({ isVoid }) => isVoid);
  const rows = [
    drawRow(isAlone && title === email.about ? "" : title),
    // Some numbers alone are a ticket; of many, each is part of a list.
    ...ranges.map((range) => rangeRow(range, part.voidWord, isAlone && ranges.length === 1)),
    isTicket ? cellsRow({ ...numbers, date, stake }, email) : "",
    isDrawn && !isTicket ? whenRow(when) : "",
    notes.length > 0 ? noteRow(notes) : "",
  ];
  return `<table ${table}>${rows.join("")}</table>`;
}

/** Numbers under their title, those of several draws with a line between them, and what notes all of their dates. */
export function numbersOf(email: EmailContent, part: NumbersPart, title = titleOf(part.title)): string {
  const { calendar } = email;
  const draws = part.draws.map((numbers) => drawTable(email, part, numbers));
  const line = `<div class="line" style="margin:18px 0;border-top:1px solid ${colors.line};font-size:0;line-height:0">&nbsp;</div>`;
  const height = part.draws.length > 1 ? 12 : 6;
  const space = title ? `<div style="height:${height}px;font-size:0;line-height:${height}px">&nbsp;</div>` : "";
  return title + space + draws.join(line) + (calendar ? secondButton(calendar.label, calendar.href) : "");
}
