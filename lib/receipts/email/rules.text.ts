import type { PaperDate, PaperFact, PaperNumbers, PaperPart } from "@/lib/receipts/paper/rules.parts";
import { plainLine } from "@/lib/receipts/paper/rules.parts";

import type { EmailContent } from "./rules.content";

export function renderText(email: EmailContent): string {
  const { button, caution, keyDates, parts, smallPrint, language } = email;
  const colon = language === "fr" ? "\u00a0:" : ":";
  const blocks = [
    ...renderTop(email, colon),
    [`${button.label}${colon} ${button.href}`, caution],
    dateLines(keyDates, colon),
    ...parts.filter(({ kind }) => kind !== "numbers").map((part) => partLines(part, colon)),
    supportLines(email, colon),
    smallPrint.map((line) => plainLine(line, language)),
  ];
  const filled = blocks.map((lines) => lines.filter(Boolean)).filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function renderTop(email: EmailContent, colon: string): string[][] {
  const { marks, sender, about, greeting, heading, paragraphs, raised, calendar, parts, isTicket } = email;
  return [
    marks.map((mark) => `*** ${mark} ***`),
    [sender, about],
    [greeting],
    ...(isTicket ? [paragraphs, [heading]] : [[heading], paragraphs]),
    ...parts.filter(({ kind }) => kind === "numbers").map((part) => partLines(part, colon)),
    [calendar ? `${calendar.label}${colon} ${calendar.href}` : ""],
    [raised],
  ];
}

function partLines(part: PaperPart, colon: string): string[] {
  return [part.title.toUpperCase(), ...renderPart(part, colon)];
}

function renderPart(part: PaperPart, colon: string): string[] {
  if (part.kind === "facts") return part.facts.map((fact) => factLine(fact, colon));
  if (part.kind === "prices") return [...part.rows, part.total].map((row) => factLine(row, colon));
  return part.draws.flatMap((numbers) => numberLines(numbers, part.voidWord, colon));
}

function numberLines({ title, when, notes, ranges, stake }: PaperNumbers, voidWord: string, colon: string): string[] {
  return [
    [title, when, ...notes].filter(Boolean).join(" · "),
    ...ranges.map(({ words, count, isVoid }) => `  ${words} (${count})${isVoid ? ` ${voidWord}` : ""}`),
    ...(stake ? [`  ${factLine(stake, colon)}`] : []),
  ];
}

function factLine({ name, value, detail }: PaperFact, colon: string): string {
  return `${name}${colon} ${[value, detail].filter(Boolean).join(" · ")}`;
}

function dateLines(keyDates: EmailContent["keyDates"], colon: string): string[] {
  const renderDate = ({ at, name, prizes, place }: PaperDate) =>
    [`${name}${colon} ${at}`, ...prizes, place].filter(Boolean).join(" · ");
  return keyDates ? [keyDates.title.toUpperCase(), ...keyDates.dates.map(renderDate)] : [];
}

function supportLines({ support, links, language }: EmailContent, colon: string): string[] {
  const said = new Set(support.map(({ link }) => link?.href));
  const others = links.filter(({ href }) => !said.has(href));
  return [
    ...support.map((line) => plainLine(line, language)),
    ...others.map(({ label, href }) => `${label}${colon} ${href}`),
  ];
}
