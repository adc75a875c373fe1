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

/** Codes and telephone numbers, postal codes, and times of day with their zone. */
const kinds = [
  /\b[A-Z0-9]+(?:-[A-Z0-9]+)+\b/,
  /\b[A-Z]\d[A-Z] \d[A-Z]\d\b/,
  /\b(?:at )?(?:\d{1,2}:\d{2}\s[ap]\.m\.|noon) [A-Z]{2,}/,
];

const wholes = new RegExp(kinds.map(({ source }) => source).join("|"), "g");

/** A text of which some words stay on one line. */
export function escapeLine(text: string): string {
  return escapeHtml(text).replace(wholes, '<span style="white-space:nowrap">$&</span>');
}

/** Where a link may break: an address only where it is wider than its line, a telephone number nowhere. */
function breaksOf(href: string): string {
  if (href.startsWith("tel:")) return "white-space:nowrap";
  return `word-break:break-word${href.startsWith("mailto:") ? ";display:inline-block;max-width:100%" : ""}`;
}

/** A link in the text. */
export function anchor(label: string, href: string): string {
  return `<a class="ink" href="${escapeHtml(href)}" style="color:${colors.ink};${breaksOf(href)}">${escapeHtml(label)}</a>`;
}

/** A line of details: its name, and what it is beneath; `wideStyles` of a mail puts them beside each other. */
function factRow(fact: EmailFact): string {
  const cell = "display:block;mso-padding-alt:5px 16px 5px 0;line-height:1.45";
  const name = `<td class="muted name" width="38%" valign="top" style="${cell};width:auto;padding:7px 0 0;font-size:13px;color:${colors.muted}">${escapeHtml(fact.name)}</td>`;
  const detail = fact.detail ? `<br>${escapeLine(fact.detail)}` : "";
  const look = `${cell};padding:0 0 3px;font-size:14px;color:${colors.ink};word-break:break-word`;
  return `<tr>${name}<td class="ink value" valign="top" style="${look}">${escapeLine(fact.value)}${detail}</td></tr>`;
}

/** What a ticket plays for: its name above it. */
export function stakeTable(fact: EmailFact): string {
  const name = `<span class="muted" style="color:${colors.muted};font-size:14px">${escapeHtml(fact.name)}</span>`;
  const value = `<strong class="ink" style="color:${colors.ink};font-size:24px;line-height:1.3">${escapeLine(fact.value)}</strong>`;
  return `<table ${table}><tr><td style="padding:14px 0 0;word-break:break-word">${name}<br>${value}</td></tr></table>`;
}

function priceRow(fact: EmailFact, isTotal: boolean): string {
  const weight = isTotal ? "font-weight:700;font-size:18px" : "font-size:16px";
  const border = `class="line ink" style="border-top:1px solid ${colors.line};padding:10px 0;color:${colors.ink};${weight}`;
  return `<tr><td ${border}">${escapeHtml(fact.name)}</td><td align="right" valign="top" ${border};padding-left:16px;white-space:nowrap">${escapeHtml(fact.value)}</td></tr>`;
}

/** The draw that some numbers play in; left out where the mail is about this draw alone. */
function drawRow(title: string, isLater: boolean): string {
  const space = isLater ? 22 : 10;
  return title ? `<tr><td style="padding:${space}px 0 0"><strong ${ink}>${escapeHtml(title)}</strong></td></tr>` : "";
}

/** When numbers are drawn: after the numbers themselves, what matters most of a ticket; a calendar may follow it. */
function whenRow(when: string): string {
  return `<tr><td style="padding:14px 0 0"><strong class="ink" style="font-size:18px;line-height:1.3;color:${colors.ink}">${escapeLine(when)}</strong></td></tr>`;
}

/** Under which licence, beneath them. */
function noteRow(notes: string[]): string {
  const words = notes.map((note) => escapeLine(note)).join("<br>");
  return `<tr><td class="muted" style="padding:2px 0;color:${colors.muted};font-size:14px">${words}</td></tr>`;
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
      return `<tr><td style="padding:8px 0 2px"><span class="ink" style="color:${colors.ink};font-size:40px;font-weight:700;line-height:1.15;letter-spacing:-0.5px${struck}">${escapeHtml(words)}</span><br>${countOf(count, isOwn)}${mark}</td></tr>`;
    }),
    // Numbers that are void play in no draw any more.
    when && !ranges.every(({ isVoid }) => isVoid) ? whenRow(when) : "",
    notes.length > 0 ? noteRow(notes) : "",
  ]);
  return rows.join("");
}

function rowsOf(part: EmailPart, about: string): string {
  if (part.kind === "numbers") return numberRows(part, about);
  if (part.kind === "facts") return part.facts.map(factRow).join("");
  return [...part.rows.map((row) => priceRow(row, false)), priceRow(part.total, true)].join("");
}

/** A part under its title; `about` is the draw that the mail is about, which its numbers need not name. */
export function section(part: EmailPart, about: string): string {
  // What a reader looks up one day is quieter than what the mail is about.
  const look = part.kind === "facts" ? "margin:28px 0 4px;font-size:16px" : "margin:32px 0 8px;font-size:18px";
  const title = part.title ? `<h2 class="ink" style="${look};color:${colors.ink}">${escapeHtml(part.title)}</h2>` : "";
  return `${title}<table ${table}>${rowsOf(part, about)}</table>`;
}

/** Words on a ground of their own: in a cell, for some programs give a paragraph no room around its words. */
export function box(name: string, style: string, words: string): string {
  return `<table ${table} style="margin:0 0 20px"><tr><td class="${name}" style="padding:14px 18px;border-radius:10px;font-weight:700;${style}">${escapeHtml(words)}</td></tr></table>`;
}
