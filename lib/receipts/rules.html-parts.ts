import { escapeHtml } from "@/lib/escape-html";

import type { EmailFact, EmailPart } from "./rules.email";

/** Colours of a mail on a light ground; its style sheet has those of the dark one. */
export const colors = {
  ink: "#1d1517",
  muted: "#5e5355",
  line: "#dfd7d2",
  brand: "#b30d22",
  shade: "#8d0a1a",
  page: "#f6f3f0",
  paper: "#ffffff",
};

const ink = `class="ink" style="color:${colors.ink}"`;
/** What a table needs that only places things. */
export const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Codes and telephone numbers do not break at their dashes. */
export function escapeLine(text: string): string {
  return escapeHtml(text).replace(/\b[A-Z0-9]+(?:-[A-Z0-9]+)+\b/g, '<span style="white-space:nowrap">$&</span>');
}

/** A link in the text. */
export function anchor(label: string, href: string): string {
  return `<a class="ink" href="${escapeHtml(href)}" style="color:${colors.ink};word-break:break-word">${escapeHtml(label)}</a>`;
}

function shownValue({ value, href }: EmailFact): string {
  return href ? anchor(value, href) : escapeLine(value);
}

/** What a reader looks up one day: small, a line for each. */
function factRow(fact: EmailFact, colon: string): string {
  const name = `<span class="muted" style="color:${colors.muted}">${escapeHtml(fact.name)}${colon}</span>`;
  return `<tr><td style="padding:2px 0;font-size:13px;line-height:1.45;word-break:break-word">${name} <span ${ink}>${shownValue(fact)}</span></td></tr>`;
}

/** What a ticket plays for: its name above it, the first in the size of a prize. */
export function stakeRow(fact: EmailFact, at: number): string {
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
function drawRow(title: string, isLater: boolean): string {
  const space = isLater ? 22 : 10;
  return title ? `<tr><td style="padding:${space}px 0 0"><strong ${ink}>${escapeHtml(title)}</strong></td></tr>` : "";
}

/** When numbers are drawn: after the numbers themselves, what matters most of a ticket; a calendar may follow it. */
function whenRow(when: string): string {
  return `<tr><td style="padding:6px 0 0"><strong class="ink" style="font-size:18px;line-height:1.3;color:${colors.ink}">${escapeHtml(when)}</strong></td></tr>`;
}

/** Under which licence, beneath them. */
function noteRow(notes: string[]): string {
  const words = notes.map((note) => escapeLine(note)).join("<br>");
  return `<tr><td class="muted" style="padding:2px 0;color:${colors.muted};font-size:13px">${words}</td></tr>`;
}

/** How many numbers it is; of one of the reader's that was drawn, that it is, so that nobody misses it. */
function countOf(count: string, isOwn: boolean): string {
  const look = isOwn
    ? 'class="good" style="padding:2px 8px;background:#def3e2;color:#14683b;font-weight:700;border-radius:6px'
    : `class="muted" style="color:${colors.muted}`;
  return `<span ${look};font-size:14px;white-space:nowrap">${escapeHtml(count)}</span>`;
}

function numberRows(part: Extract<EmailPart, { kind: "numbers" }>, about: string): string {
  const isAlone = part.draws.length === 1;
  const rows = part.draws.flatMap(({ title, when, notes, ranges }, at) => [
    drawRow(isAlone && title === about ? "" : title, at > 0),
    ...ranges.map(({ words, count, isVoid, isOwn = false }) => {
      const struck = isVoid ? ";text-decoration:line-through" : "";
      const mark = isVoid
        ? ` <strong class="link" style="color:${colors.brand}">${escapeHtml(part.voidWord)}</strong>`
        : "";
      return `<tr><td style="padding:6px 0 2px"><span class="ink" style="color:${colors.ink};font-size:36px;font-weight:700;line-height:1.15${struck}">${escapeHtml(words)}</span><br>${countOf(count, isOwn)}${mark}</td></tr>`;
    }),
    notes.length > 0 ? noteRow(notes) : "",
    // Numbers that are void play in no draw any more.
    when && !ranges.every(({ isVoid }) => isVoid) ? whenRow(when) : "",
  ]);
  return rows.join("");
}

function rowsOf(part: EmailPart, { about, colon }: Around): string {
  if (part.kind === "numbers") return numberRows(part, about);
  if (part.kind === "facts") return part.facts.map((fact) => factRow(fact, colon)).join("");
  return [...part.rows.map((row) => priceRow(row, false)), priceRow(part.total, true)].join("");
}

/** What a part is part of: the draw that the mail is about, which numbers of it need not name, and its language. */
type Around = { about: string; colon: string };

/** A part under its title. */
export function section(part: EmailPart, around: Around): string {
  // What a reader looks up one day is quieter than what the mail is about.
  const look = part.kind === "facts" ? "margin:0 0 2px;font-size:14px" : "margin:24px 0 4px;font-size:17px";
  const title = part.title ? `<h2 class="ink" style="${look};color:${colors.ink}">${escapeHtml(part.title)}</h2>` : "";
  return `${title}<table ${table}>${rowsOf(part, around)}</table>`;
}

/** Sections two by two where there is room, one beneath the other on a phone; the last of an odd number alone. */
export function columns(sections: readonly string[]): string {
  const cell = (words: string, look: string) =>
    `<td class="col" valign="top" style="padding:20px 16px 0 0" ${look}>${words}</td>`;
  const rows = sections.flatMap((words, at) => {
    const other = sections[at + 1];
    if (at % 2 === 1) return [];
    if (other === undefined) return [`<tr>${cell(words, 'colspan="2"')}</tr>`];
    return [`<tr>${cell(words, 'width="52%"')}${cell(other, 'width="48%"')}</tr>`];
  });
  return rows.length > 0 ? `<table ${table}>${rows.join("")}</table>` : "";
}
