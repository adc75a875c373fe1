import { escapeHtml } from "@/lib/escape-html";
import type { PaperDate, PaperFact, PaperNumbers, PaperPart } from "@/lib/receipts/paper/rules.parts";

import type { EmailContent } from "./rules.content";
import {
  colors,
  escapeLine,
  getAccentColor,
  renderFactCell,
  renderSecondaryButton,
  renderTitle,
  table,
} from "./rules.html-parts";

type NumbersPart = Extract<PaperPart, { kind: "numbers" }>;
type Range = PaperNumbers["ranges"][number];

export function renderNumbers(email: EmailContent, part: NumbersPart, title = renderTitle(part.title)): string {
  const { calendar } = email;
  const draws = part.draws.map((numbers) => renderDrawTable(email, part, numbers));
  const line = `<div class="line" style="margin:18px 0;border-top:1px solid ${colors.line};font-size:0;line-height:0">&nbsp;</div>`;
  const height = part.draws.length > 1 ? 12 : 6;
  const space = title ? `<div style="height:${height}px;font-size:0;line-height:${height}px">&nbsp;</div>` : "";
  return title + space + draws.join(line) + (calendar ? renderSecondaryButton(calendar.label, calendar.href) : "");
}

function renderDrawTable(email: EmailContent, part: NumbersPart, numbers: PaperNumbers): string {
  const { title, when, notes, ranges, date, stake } = numbers;
  const isAlone = part.draws.length === 1;
  const isTicket = date !== undefined;
  const isDrawn = when !== "" && !ranges.every(({ isVoid }) => isVoid);
  const rows = [
    drawRow(isAlone && title === email.about ? "" : title),
    // A single range is shown large, as on a ticket. Several form a list.
    ...ranges.map((range) => renderRange(range, part.voidWord, isAlone && ranges.length === 1)),
    isTicket ? renderTicketCells({ ...numbers, date, stake }, email) : "",
    isDrawn && !isTicket ? whenRow(when) : "",
    notes.length > 0 ? noteRow(notes) : "",
  ];
  return `<table ${table}>${rows.join("")}</table>`;
}

function drawRow(title: string): string {
  const look = `color:${colors.ink};font-size:18px;line-height:1.35`;
  return title
    ? `<tr><td style="padding:0 0 4px"><strong class="ink" style="${look}">${escapeHtml(title)}</strong></td></tr>`
    : "";
}

function renderRange(range: Range, voidWord: string, isAlone: boolean): string {
  const struck = range.isVoid ? ";text-decoration:line-through" : "";
  const look = `color:${colors.ink};font-size:${getFontSize(range, isAlone)}px;font-weight:700;line-height:1.15;letter-spacing:-0.5px${struck}`;
  const mark = `<strong class="link" style="color:${colors.brand}">${escapeHtml(voidWord)}</strong>`;
  const count = renderCount(range) + (range.isVoid ? ` ${mark}` : "");
  return `<tr><td style="padding:3px 0"><span class="ink" style="${look}">${renderRangeText(range)}</span><br>${count}</td></tr>`;
}

function getFontSize({ words }: Range, isAlone: boolean): number {
  if (!isAlone) return words.length > 15 ? 28 : 32;
  if (words.length <= maxShortRangeLength) return 46;
  return words.length > 15 ? 28 : 36;
}

/** In characters: two numbers of four digits. Longer ranges are smaller and may wrap on a narrow phone. */
const maxShortRangeLength = 11;

function renderRangeText({ words }: Range): string {
  const escaped = escapeHtml(words);
  return words.length > maxShortRangeLength ? escaped.replace("–\u00a0", "$&<wbr>") : escaped;
}

function renderCount({ count, isOwn }: Range): string {
  const look = isOwn
    ? 'class="good" style="padding:2px 8px;background:#def3e2;color:#14683b;font-weight:700;border-radius:6px'
    : `class="muted" style="color:${colors.muted}`;
  return `<span ${look};font-size:14px">${escapeHtml(count)}</span>`;
}

function renderTicketCells({ date, stake }: PaperNumbers, email: EmailContent): string {
  const dateLook = `color:${colors.ink};font-size:16px;line-height:1.35`;
  const cells = [...(date ? [renderFactCell(date, dateLook)] : []), ...(stake ? [stakeCell(stake, email)] : [])];
  if (cells.length === 0) return "";
  const cell = (words: string, at: number) =>
    `<td width="${100 / cells.length}%" valign="top" style="padding:14px ${at < cells.length - 1 ? 16 : 0}px 0 0;word-break:break-word">${words}</td>`;
  return `<tr><td><table ${table}><tr>${cells.map(cell).join("")}</tr></table></td></tr>`;
}

function stakeCell(stake: PaperFact, email: EmailContent): string {
  const isAmount = stake.value.length <= maxAmountLength;
  const look = isAmount
    ? `color:${getAccentColor(email)};font-size:24px;line-height:1.3`
    : `color:${colors.ink};font-size:16px;line-height:1.35`;
  return renderFactCell(stake, look, isAmount ? "own" : "ink");
}

/** In characters. Longer prizes are descriptions, which would fill the screen in large letters. */
const maxAmountLength = 14;

function whenRow(when: string): string {
  const look = `font-size:16px;line-height:1.35;color:${colors.ink}`;
  return `<tr><td style="padding:8px 0 0"><strong class="ink" style="${look}">${escapeLine(when)}</strong></td></tr>`;
}

function noteRow(notes: string[]): string {
  const text = notes.map((note) => escapeLine(note)).join("<br>");
  return `<tr><td class="muted" style="padding:8px 0 0;color:${colors.muted};font-size:13px">${text}</td></tr>`;
}

const hairline = `border-top:1px solid ${colors.line}`;

export function renderAmounts({ parts }: EmailContent): string {
  const lists = parts.map((part) => ({ title: part.title, rows: amountRows(part) }));
  return lists.map(({ title, rows }) => (rows.length > 0 ? renderList(title, rows) : "")).join("");
}

function amountRows(part: PaperPart): string[] {
  if (part.kind === "prices") return [...part.rows.map((row) => priceRow(row, false)), priceRow(part.total, true)];
  return part.kind === "facts" && part.areAmounts ? part.facts.map((fact) => priceRow(fact, false)) : [];
}

function priceRow({ name, value }: PaperFact, isTotal: boolean): string {
  const weight = isTotal ? "font-weight:700;font-size:18px" : "font-size:16px";
  const cell = `class="line ink" style="${hairline};padding:8px 0;line-height:1.4;color:${colors.ink};${weight}`;
  return `<tr><td ${cell}">${escapeLine(name)}</td><td align="right" valign="top" ${cell};padding-left:16px;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}

function renderList(title: string, rows: readonly string[]): string {
  return `${gap}${renderTitle(title)}<table ${table} style="margin:8px 0 0">${rows.join("")}</table>`;
}

const gap = '<div style="height:24px;font-size:0;line-height:24px">&nbsp;</div>';

export function renderDetailsPanel({ parts }: EmailContent): string {
  const look = `margin:24px 0 0;background:${colors.page};border-radius:12px;border-collapse:separate`;
  return `<table ${table} class="page" style="${look}"><tr><td class="panel" style="padding:20px 24px 16px"><table ${table}>${parts.filter(isDetail).map(groupRows).join("")}</table></td></tr></table>`;
}

type FactsPart = Extract<PaperPart, { kind: "facts" }>;

const isDetail = (part: PaperPart): part is FactsPart => part.kind === "facts" && !part.areAmounts;

function groupRows({ title, facts }: FactsPart, at: number): string {
  const look = at > 0 ? `${hairline};padding:18px 0 4px` : "padding:0 0 4px";
  const space = '<tr><td colspan="2" style="height:12px;font-size:0;line-height:12px">&nbsp;</td></tr>';
  const heading = `<tr><td colspan="2" class="line" style="${look}">${renderTitle(title)}</td></tr>`;
  return (at > 0 ? space : "") + heading + factRows(facts);
}

function factRows(facts: readonly PaperFact[]): string {
  const rows = facts.flatMap((fact, index) => (index % 2 === 0 ? [[fact, ...facts.slice(index + 1, index + 2)]] : []));
  return rows.map((row) => `<tr>${row.map((fact) => renderDetailCell(fact, row.length === 1)).join("")}</tr>`).join("");
}

/** Name and value share a cell, so that no mail program separates them. */
function renderDetailCell({ name, value, detail }: PaperFact, isWide: boolean): string {
  const words = [value, ...(detail ? [detail] : [])].map((words) => escapeLine(words, "column")).join("<br>");
  const label = `<span class="muted" style="color:${colors.muted};font-size:13px">${escapeHtml(name)}</span>`;
  const look = `padding:7px 16px 7px 0;font-size:14px;line-height:20px;color:${colors.ink};word-break:break-word`;
  const room = isWide ? 'colspan="2"' : 'width="50%"';
  return `<td class="ink value" ${room} valign="top" style="${look}">${label}<br>${words}</td>`;
}

export function renderDates(email: EmailContent): string {
  const { keyDates } = email;
  const renderRow = (date: PaperDate) => dateRow(date, getAccentColor(email));
  return keyDates ? renderList(keyDates.title, keyDates.dates.map(renderRow)) : "";
}

function dateRow({ day, year, time, name, prizes, place }: PaperDate, ownColor: string): string {
  const cell = `class="line ink" valign="top" style="${hairline};color:${colors.ink};font-size:15px;line-height:21px`;
  const small = (words: string) =>
    `<br><span class="muted" style="color:${colors.muted};font-size:13px;line-height:19px">${words}</span>`;
  const [greatest = name, ...others] = prizes;
  const further = others.map((prize) => `<br>${escapeLine(prize)}`).join("");
  const details = [prizes.length > 0 ? name : "", time, place].filter(Boolean).join(" · ");
  return `<tr><td width="64" ${cell};padding:10px 12px 10px 0;white-space:nowrap"><strong class="own" style="color:${ownColor}">${escapeHtml(day)}</strong>${small(escapeHtml(year))}</td><td ${cell};padding:10px 0"><strong>${escapeLine(greatest)}</strong>${further}${small(escapeLine(details))}</td></tr>`;
}
