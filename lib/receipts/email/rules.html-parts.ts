import { computeTint } from "@/lib/draws/pages/rules.color";
import { escapeHtml } from "@/lib/escape-html";
import type { PaperFact, PaperLine } from "@/lib/receipts/paper/rules.parts";

import type { EmailContent } from "./rules.content";

/** The colours of light mode. Those of dark mode are in the style sheet. */
export const colors = {
  ink: "#1d1517",
  muted: "#5e5355",
  line: "#dfd7d2",
  edge: "#8a7d80",
  perforation: "#cfc8c4",
  brand: "#b30d22",
  brandOnDark: "#ff868c",
  shade: "#8d0a1a",
  page: "#f6f3f0",
  paper: "#ffffff",
  darkPaper: "#211a1c",
};

export const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

export const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Outlook ignores `max-width`, so it gets a table of fixed width. */
export const outlook = {
  open: '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  close: "<!--[if mso]></td></tr></table><![endif]-->",
};

export function renderStyles({ words }: EmailContent): string {
  const dark = darkStyles(words?.dark ?? colors.brandOnDark);
  return `<style>:root{color-scheme:light dark}${typeStyles}${dark}${narrowStyles}</style>`;
}

/** Some mail programs do not inherit fonts into cells. */
const typeStyles = `body,td,h1,h2,p,a{${font}}`;

const darkStyles = (words: string) => `@media (prefers-color-scheme:dark){
.page{background:#151011!important}.paper{background:${colors.darkPaper}!important;
border-color:#3b3033!important}
.ink{color:#f8f1ef!important}.muted{color:#bdb0b1!important}.line{border-color:#3b3033!important}
.second{border-color:#857679!important}
.perforation{background:${colors.darkPaper}!important;border-color:#5b4d50!important}.own{color:${words}!important}
.tint{background:${computeTint(words, colors.darkPaper)}!important}
.link{color:${colors.brandOnDark}!important}.mark{background:#38290d!important;color:#f5c877!important}
.good{background:#14301f!important;color:#8fdcaa!important}}`;

const narrowStyles = `@media (max-width:520px){.edge{padding:10px 8px 20px!important}
.block{padding:20px!important}.pad{padding-left:20px!important;padding-right:20px!important}
.panel{padding:18px 16px!important}.value{padding-right:10px!important;font-size:13px!important}
.about{font-size:16px!important}}
@media (max-width:359px){.value span{white-space:normal!important}}`;

export function getAccentColor({ words }: EmailContent): string {
  return words?.light ?? colors.brand;
}

export function getHeaderTextColor({ ground }: EmailContent): string {
  return ground?.ink ?? "#ffffff";
}

export function getHeaderColors(email: EmailContent): string {
  return `background:${email.ground?.base ?? colors.brand};color:${getHeaderTextColor(email)}`;
}

/** Matches postal codes, and times of day with their zone. */
const short = [/\b[A-Z]\d[A-Z] \d[A-Z]\d\b/, /\b(?:at )?(?:\d{1,2}:\d{2}\s[ap]\.m\.|noon) [A-Z]{2,}/];

/** Matches codes and telephone numbers, which take up to half the width of a phone. */
const long = /\b[A-Z0-9]+(?:-[A-Z0-9]+)+\b/;

const matchAny = (kinds: readonly RegExp[]) => new RegExp(kinds.map(({ source }) => source).join("|"), "g");
const wholes = { line: matchAny([long, ...short]), column: matchAny(short) };

/** Prevents line breaks within codes and times; in a narrow column only within short ones. */
export function escapeLine(text: string, room: keyof typeof wholes = "line"): string {
  return escapeHtml(text).replace(wholes[room], '<span style="white-space:nowrap">$&</span>');
}

export function anchor(label: string, href: string): string {
  return `<a class="ink" href="${escapeHtml(href)}" style="color:${colors.ink};${getBreakStyle(href)}">${escapeHtml(label)}</a>`;
}

/** An email address breaks only if it is wider than its line, a telephone number never. */
function getBreakStyle(href: string): string {
  if (href.startsWith("tel:")) return "white-space:nowrap";
  return `word-break:break-word${href.startsWith("mailto:") ? ";display:inline-block;max-width:100%" : ""}`;
}

export function renderLink(label: string, href: string): string {
  const look = `display:inline-block;padding:12px 0;color:${colors.ink};font-size:14px;line-height:20px`;
  return `<a class="ink" href="${escapeHtml(href)}" style="${look}">${escapeHtml(label)}</a>`;
}

/** The border is on the cell, because some mail programs give links none. */
export function renderSecondaryButton(label: string, href: string): string {
  const cell = `border:1px solid ${colors.edge};border-radius:10px;mso-padding-alt:11px 20px`;
  const look = `display:block;padding:11px 20px;color:${colors.ink};font-size:15px;font-weight:700;text-decoration:none`;
  const link = `<a class="ink" href="${escapeHtml(href)}" style="${look}">${escapeHtml(label)}</a>`;
  return `<table ${table} style="margin:18px 0 4px;border-collapse:separate"><tr><td align="center" class="second" style="${cell}">${link}</td></tr></table>`;
}

/** Writes one paragraph. Links to pages are left out, because they follow below at finger size. */
export function renderLines(lines: readonly PaperLine[]): string {
  const words = ({ text, link, rest = "" }: PaperLine) => {
    if (!link) return escapeLine(text);
    const isPage = !/^(mailto|tel):/.test(link.href);
    return escapeLine(text) + (isPage ? escapeHtml(link.label) : anchor(link.label, link.href)) + escapeLine(rest);
  };
  return lines.map(words).join(" ");
}

export function renderTitle(title: string, level: "h1" | "h2" = "h2"): string {
  const look = `margin:0;font-size:15px;line-height:1.4;color:${colors.ink}`;
  return title ? `<${level} class="ink" style="${look}">${escapeHtml(title)}</${level}>` : "";
}

export function renderFactCell({ name, value }: PaperFact, valueLook: string, className = "ink"): string {
  const label = `<span class="muted" style="color:${colors.muted};font-size:13px">${escapeHtml(name)}</span>`;
  return `${label}<br><strong class="${className}" style="${valueLook}">${escapeLine(value)}</strong>`;
}
