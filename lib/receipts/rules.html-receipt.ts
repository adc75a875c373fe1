import { escapeHtml } from "@/lib/escape-html";

import type { EmailContent, EmailDate, EmailFact, EmailPart } from "./rules.email";
import { escapeLine, titleOf } from "./rules.html-parts";
import { colors, ownWords, table } from "./rules.html-styles";

const hairline = `border-top:1px solid ${colors.line}`;

/** A detail beneath its name, in one cell: no program and no screen takes them apart. */
function factCellOf({ name, value, detail }: EmailFact, isWide: boolean): string {
  const words = [value, ...(detail ? [detail] : [])].map((words) => escapeLine(words, "column")).join("<br>");
  const label = `<span class="muted" style="color:${colors.muted};font-size:13px">${escapeHtml(name)}</span>`;
  const look = `padding:7px 16px 7px 0;font-size:14px;line-height:20px;color:${colors.ink};word-break:break-word`;
  const room = isWide ? 'colspan="2"' : 'width="50%"';
  return `<td class="ink value" ${room} valign="top" style="${look}">${label}<br>${words}</td>`;
}

/** Details in two columns; the last of an odd number has both. */
function factRows(facts: readonly EmailFact[]): string {
  const rows = facts.flatMap((fact, at) => (at % 2 === 0 ? [[fact, ...facts.slice(at + 1, at + 2)]] : []));
  return rows.map((row) => `<tr>${row.map((fact) => factCellOf(fact, row.length === 1)).join("")}</tr>`).join("");
}

function priceRow({ name, value }: EmailFact, isTotal: boolean): string {
  const weight = isTotal ? "font-weight:700;font-size:18px" : "font-size:16px";
  const cell = `class="line ink" style="${hairline};padding:8px 0;line-height:1.4;color:${colors.ink};${weight}`;
  return `<tr><td ${cell}">${escapeLine(name)}</td><td align="right" valign="top" ${cell};padding-left:16px;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}

type Facts = Extract<EmailPart, { kind: "facts" }>;

const isDetail = (part: EmailPart): part is Facts => part.kind === "facts" && !part.areAmounts;

const gap = '<div style="height:24px;font-size:0;line-height:24px">&nbsp;</div>';

function listOf(title: string, rows: readonly string[]): string {
  return `${gap}${titleOf(title)}<table ${table} style="margin:8px 0 0">${rows.join("")}</table>`;
}

function amountRows(part: EmailPart): string[] {
  if (part.kind === "prices") return [...part.rows.map((row) => priceRow(row, false)), priceRow(part.total, true)];
  return part.kind === "facts" && part.areAmounts ? part.facts.map((fact) => priceRow(fact, false)) : [];
}

/** What was bought and paid, and what of it went back, as large as what the mail says. */
export function amountsOf({ parts }: EmailContent): string {
  const lists = parts.map((part) => ({ title: part.title, rows: amountRows(part) }));
  return lists.map(({ title, rows }) => (rows.length > 0 ? listOf(title, rows) : "")).join("");
}

function groupRows({ title, facts }: Facts, at: number): string {
  const look = at > 0 ? `${hairline};padding:18px 0 4px` : "padding:0 0 4px";
  const space = '<tr><td colspan="2" style="height:12px;font-size:0;line-height:12px">&nbsp;</td></tr>';
  const heading = `<tr><td colspan="2" class="line" style="${look}">${titleOf(title)}</td></tr>`;
  return (at > 0 ? space : "") + heading + factRows(facts);
}

/** What is looked up one day and what the law asks for: on a ground of its own, and quieter than the rest. */
export function panelOf({ parts }: EmailContent): string {
  const look = `margin:24px 0 0;background:${colors.page};border-radius:12px;border-collapse:separate`;
  return `<table ${table} class="page" style="${look}"><tr><td class="panel" style="padding:20px 24px 16px"><table ${table}>${parts.filter(isDetail).map(groupRows).join("")}</table></td></tr></table>`;
}

/** A day with its year in a narrow column, and beside it what is won then, in which drawing and when. */
function dateRow({ day, year, time, name, prizes, place }: EmailDate, ownColor: string): string {
  const cell = `class="line ink" valign="top" style="${hairline};color:${colors.ink};font-size:15px;line-height:21px`;
  const small = (words: string) =>
    `<br><span class="muted" style="color:${colors.muted};font-size:13px;line-height:19px">${words}</span>`;
  const [greatest = name, ...others] = prizes;
  const further = others.map((prize) => `<br>${escapeLine(prize)}`).join("");
  const details = [prizes.length > 0 ? name : "", time, place].filter(Boolean).join(" · ");
  return `<tr><td width="64" ${cell};padding:10px 12px 10px 0;white-space:nowrap"><strong class="own" style="color:${ownColor}">${escapeHtml(day)}</strong>${small(escapeHtml(year))}</td><td ${cell};padding:10px 0"><strong>${escapeLine(greatest)}</strong>${further}${small(escapeLine(details))}</td></tr>`;
}

/** When the numbers can win, day by day. */
export function datesListOf(email: EmailContent): string {
  const { keyDates } = email;
  const rowOf = (date: EmailDate) => dateRow(date, ownWords(email));
  return keyDates ? listOf(keyDates.title, keyDates.dates.map(rowOf)) : "";
}
