import type { EmailContent, EmailFact, EmailPart } from "./rules.email";
import { plainLine } from "./rules.lines";

function factLine({ name, value, detail }: EmailFact, colon: string): string {
  return `${name}${colon} ${[value, detail].filter(Boolean).join(" · ")}`;
}

function bodyOf(part: EmailPart, colon: string): string[] {
  if (part.kind === "facts") return part.facts.map((fact) => factLine(fact, colon));
  if (part.kind === "prices") return [...part.rows, part.total].map((row) => factLine(row, colon));
  return part.draws.flatMap(({ title, when, notes, ranges }) => [
    [title, when, ...notes].filter(Boolean).join(" · "),
    ...ranges.map(({ words, count, isVoid }) => `  ${words} (${count})${isVoid ? ` ${part.voidWord}` : ""}`),
  ]);
}

function partLines(part: EmailPart, colon: string): string[] {
  return [part.title.toUpperCase(), ...bodyOf(part, colon)];
}

/** Writes an email as plain text, for readers and programs that show no HTML. */
export function renderText(email: EmailContent): string {
  const {
    sender,
    about,
    marks,
    greeting,
    heading,
    paragraphs,
    raised,
    button,
    calendar,
    caution,
    parts,
    stake,
    support,
    smallPrint,
    isTicket,
    language,
  } = email;
  const colon = language === "fr" ? "\u00a0:" : ":";
  const blocks = [
    marks.map((mark) => `*** ${mark} ***`),
    [sender, about],
    [greeting],
    // Of a ticket the thanks come first, and its heading is that of its numbers.
    ...(isTicket ? [[...paragraphs, raised], [heading]] : [[heading], [...paragraphs, raised]]),
    ...parts.filter(({ kind }) => kind === "numbers").map((part) => partLines(part, colon)),
    [calendar ? `${calendar.label}${colon} ${calendar.href}` : "", stake ? factLine(stake, colon) : ""],
    [`${button.label}${colon} ${button.href}`, caution],
    ...parts.filter(({ kind }) => kind !== "numbers").map((part) => partLines(part, colon)),
    support.map((line) => plainLine(line, language)),
    smallPrint.map((line) => plainLine(line, language)),
  ];
  const filled = blocks.map((lines) => lines.filter(Boolean)).filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
