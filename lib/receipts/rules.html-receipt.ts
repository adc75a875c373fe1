import { escapeHtml } from "@/lib/escape-html";

import type { EmailContent, EmailDate, EmailFact, EmailPart } from "./rules.email";
import { escapeLine, titleOf } from "./rules.html-parts";
import { colors, table } from "./rules.html-styles";

const hairline = `border-top:1px solid ${colors.line}`;

/** A line of details: its name beside what it is, in every program and on every screen. */
function factRow({ name, value, detail }: EmailFact): string {
  const label = `padding:6px 12px 6px 0;font-size:13px;line-height:20px;color:${colors.muted}`;
  const look = `padding:6px 0;font-size:14px;line-height:20px;color:${colors.ink};word-break:break-word`;
  const words = escapeLine(value) + (detail ? `<br>${escapeLine(detail)}` : "");
  return `<tr><td class="muted name" width="38%" valign="top" style="${label}">${escapeHtml(name)}</td><td class="ink value" width="62%" valign="top" style="${look}">${words}</td></tr>`;
}

function priceRow({ name, value }: EmailFact, isTotal: boolean): string {
  const weight = isTotal ? `${hairline};font-weight:700;font-size:18px` : "font-size:14px";
  const cell = `class="line ink" style="padding:6px 0;line-height:1.45;color:${colors.ink};${weight}`;
  return `<tr><td ${cell}">${escapeLine(name)}</td><td align="right" valign="top" ${cell};padding-left:16px;white-space:nowrap">${escapeHtml(value)}</td></tr>`;
}

type Group = Exclude<EmailPart, { kind: "numbers" }>;

/** A row across both columns: all groups are one table, so that all names take the same room. */
function wholeRow(html: string, style: string): string {
  return `<tr><td colspan="2" class="line" style="${style}">${html}</td></tr>`;
}

function bodyRows(part: Group): string {
  const amounts = (rows: string[]) => wholeRow(`<table ${table}>${rows.join("")}</table>`, "");
  if (part.kind === "prices") {
    return amounts([...part.rows.map((row) => priceRow(row, false)), priceRow(part.total, true)]);
  }
  if (part.areAmounts) return amounts(part.facts.map((fact) => priceRow(fact, false)));
  return part.facts.map(factRow).join("");
}

function groupRows(part: Group, at: number): string {
  const gap = wholeRow("&nbsp;", "height:12px;font-size:0;line-height:12px");
  const title = wholeRow(titleOf(part.title), at > 0 ? `${hairline};padding:14px 0 2px` : "padding:0 0 2px");
  return (at > 0 ? gap : "") + title + bodyRows(part);
}

/** All of a receipt that is looked up one day, on one ground: what was paid, then what the law asks for. */
export function panelOf({ parts }: EmailContent): string {
  const groups = parts.flatMap((part) => (part.kind === "numbers" ? [] : [part]));
  const look = `margin:24px 0 0;background:${colors.page};border-radius:12px;border-collapse:separate`;
  return `<table ${table} class="page" style="${look}"><tr><td class="panel" style="padding:20px"><table ${table}>${groups.map(groupRows).join("")}</table></td></tr></table>`;
}

/** A day in a narrow column, and beside it what is won or drawn then. */
function dateRow({ day, name, what, when, place }: EmailDate): string {
  const edge = `class="line ink" valign="top" style="${hairline};color:${colors.ink};font-size:15px;line-height:21px;font-weight:700`;
  const date = [what ? name : "", when].filter(Boolean).join(" · ");
  const details = [date, place].filter(Boolean).map(escapeLine).join("<br>");
  const detail = `<br><span class="muted" style="color:${colors.muted};font-size:13px;line-height:19px;font-weight:400">${details}</span>`;
  return `<tr><td width="64" ${edge};padding:10px 12px 10px 0;white-space:nowrap">${escapeHtml(day)}</td><td ${edge};padding:10px 0">${escapeHtml(what || name)}${details ? detail : ""}</td></tr>`;
}

/** When the numbers can win, day by day. */
export function datesListOf({ keyDates }: EmailContent): string {
  if (!keyDates) return "";
  const rows = keyDates.dates.map(dateRow).join("");
  return `<div style="height:24px;font-size:0;line-height:24px">&nbsp;</div>${titleOf(keyDates.title)}<table ${table} style="margin:8px 0 0">${rows}</table>`;
}
