import { escapeHtml } from "@/lib/escape-html";

import type { EmailFact, EmailLine } from "./rules.email";
import { colors, table } from "./rules.html-styles";

/** Postal codes, and times of day with their zone. */
const short = [/\b[A-Z]\d[A-Z] \d[A-Z]\d\b/, /\b(?:at )?(?:\d{1,2}:\d{2}\s[ap]\.m\.|noon) [A-Z]{2,}/];

/** Codes and telephone numbers: as wide as half of a phone. */
const long = /\b[A-Z0-9]+(?:-[A-Z0-9]+)+\b/;

const anyOf = (kinds: readonly RegExp[]) => new RegExp(kinds.map(({ source }) => source).join("|"), "g");
const wholes = { line: anyOf([long, ...short]), column: anyOf(short) };

/** A text of which some words stay on one line; in a column, which is narrow, only short ones. */
export function escapeLine(text: string, room: keyof typeof wholes = "line"): string {
  return escapeHtml(text).replace(wholes[room], '<span style="white-space:nowrap">$&</span>');
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

/** A link that stands alone, with room for a finger around its words. */
export function loneLink(label: string, href: string): string {
  const look = `display:inline-block;padding:12px 0;color:${colors.ink};font-size:14px;line-height:20px`;
  return `<a class="ink" href="${escapeHtml(href)}" style="${look}">${escapeHtml(label)}</a>`;
}

/** What a reader may also do: a button with an edge alone, on a cell that has it in every program. */
export function secondButton(label: string, href: string): string {
  const cell = `border:1px solid ${colors.edge};border-radius:10px;mso-padding-alt:11px 20px`;
  const look = `display:block;padding:11px 20px;color:${colors.ink};font-size:15px;font-weight:700;text-decoration:none`;
  const link = `<a class="ink" href="${escapeHtml(href)}" style="${look}">${escapeHtml(label)}</a>`;
  return `<table ${table} style="margin:18px 0 4px;border-collapse:separate"><tr><td align="center" class="second" style="${cell}">${link}</td></tr></table>`;
}

/** Lines as one run of sentences. A page that they name is linked beneath them, where a finger finds it. */
export function runOf(lines: readonly EmailLine[]): string {
  const words = ({ text, link, rest = "" }: EmailLine) => {
    if (!link) return escapeLine(text);
    const isPage = !/^(mailto|tel):/.test(link.href);
    return escapeLine(text) + (isPage ? escapeHtml(link.label) : anchor(link.label, link.href)) + escapeLine(rest);
  };
  return lines.map(words).join(" ");
}

/** What a part of the mail is about: all of them are as large. */
export function titleOf(title: string, level: "h1" | "h2" = "h2"): string {
  const look = `margin:0;font-size:15px;line-height:1.4;color:${colors.ink}`;
  return title ? `<${level} class="ink" style="${look}">${escapeHtml(title)}</${level}>` : "";
}

/** A name above its value, in a cell of its own. */
export function factCell({ name, value }: EmailFact, valueLook: string, className = "ink"): string {
  const label = `<span class="muted" style="color:${colors.muted};font-size:13px">${escapeHtml(name)}</span>`;
  return `${label}<br><strong class="${className}" style="${valueLook}">${escapeLine(value)}</strong>`;
}
