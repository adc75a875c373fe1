import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import compile from "icu-minify/compile";

/**
 * `names` are placeholders `{name}`, `<tag>` and `{choice: a|b}`. `fillings` are plain, amount or moment, with style.
 */
export type MessageShape = { names: string[]; texts: string[]; fillings: Map<string, Set<string>> };

// Stands for a value, so that rules about adjacent text see one.
const placeholder = "\uFFFC";

const fillingOf = {
  [TYPE.argument]: "plain",
  [TYPE.select]: "plain",
  [TYPE.number]: "amount",
  [TYPE.plural]: "amount",
  [TYPE.date]: "moment",
  [TYPE.time]: "moment",
} as const;

function getChildren(element: MessageFormatElement): MessageFormatElement[] {
  if (element.type === TYPE.tag) return element.children;
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
  return Object.values(element.options).flatMap((option) => option.value);
}

function getNames(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
  if (element.type === TYPE.tag) return [`<${element.value}>`];
  const choices = element.type === TYPE.select ? `: ${Object.keys(element.options).sort().join("|")}` : "";
  return [`{${element.value}${choices}}`];
}

function collectNames(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => [...getNames(element), ...collectNames(getChildren(element))]);
}

function collectFillings(elements: MessageFormatElement[], fillings: MessageShape["fillings"]): void {
  for (const element of elements) {
    if (element.type in fillingOf && "value" in element) {
      const style = "style" in element && element.style ? ` ${JSON.stringify(element.style)}` : "";
      const filling = `${fillingOf[element.type as keyof typeof fillingOf]}${style}`;
      fillings.set(element.value, (fillings.get(element.value) ?? new Set()).add(filling));
    }
    collectFillings(getChildren(element), fillings);
  }
}

function flatten(elements: MessageFormatElement[]): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      return element.type === TYPE.tag ? flatten(element.children) : placeholder;
    })
    .join("");
}

function collectTexts(elements: MessageFormatElement[]): string[] {
  const branches = elements.flatMap((element) => {
    if (element.type === TYPE.tag) return collectTexts(element.children).slice(1);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    return Object.values(element.options).flatMap((option) => collectTexts(option.value));
  });
  return [flatten(elements), ...branches];
}

export function readMessage(message: string): MessageShape {
  const elements = parse(message, { shouldParseSkeletons: false });
  const fillings: MessageShape["fillings"] = new Map();
  collectFillings(elements, fillings);
  return { names: [...new Set(collectNames(elements))].sort(), texts: collectTexts(elements), fillings };
}

/** An amount may be shown plain. A moment may not, because the code gives no text for it. */
function canReplace(original: MessageShape, other: MessageShape): boolean {
  if (original.names.join() !== other.names.join()) return false;
  return [...other.fillings].every(([name, fillings]) => {
    const originalFillings = [...(original.fillings.get(name) ?? [])];
    const isMoment = originalFillings.some((filling) => filling.startsWith("moment"));
    return [...fillings].every((filling) => originalFillings.includes(filling) || (filling === "plain" && !isMoment));
  });
}

function parseShape(message: string): MessageShape | null {
  try {
    return readMessage(message);
  } catch {
    return null;
  }
}

export type WordProblem = "unknown" | "malformed" | "other-arguments";

/** Checks a draw's own wording of a message. Null if it is valid ICU text with the arguments of `original`. */
export function findWordProblem(original: string | undefined, word: string): WordProblem | null {
  if (original === undefined) return "unknown";
  const [originalShape, wordShape] = [parseShape(original), parseShape(word)];
  if (!originalShape || !wordShape) return "malformed";
  try {
    compile(word);
  } catch {
    return "malformed";
  }
  return canReplace(originalShape, wordShape) ? null : "other-arguments";
}
