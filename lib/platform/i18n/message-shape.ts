import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";
import compile from "icu-minify/compile";

/**
 * `names` are placeholders: `{name}`, `<tag>` and `{choice: a|b}`. `argumentKinds` has each argument's formats: plain,
 * amount or moment, with its style.
 */
export type MessageShape = { names: string[]; texts: string[]; argumentKinds: Map<string, Set<string>> };

// Stands for a value, so that rules about the surrounding text see that there is one.
const placeholder = "\uFFFC";

const kindByType = {
  [TYPE.argument]: "plain",
  [TYPE.select]: "plain",
  [TYPE.number]: "amount",
  [TYPE.plural]: "amount",
  [TYPE.date]: "moment",
  [TYPE.time]: "moment",
} as const;

export type OverrideProblem = "unknown" | "malformed" | "other-arguments";

export function readMessage(message: string): MessageShape {
  const elements = parse(message, { shouldParseSkeletons: false });
  const argumentKinds: MessageShape["argumentKinds"] = new Map();
  collectArgumentKinds(elements, argumentKinds);
  return { names: [...new Set(collectNames(elements))].sort(), texts: collectTexts(elements), argumentKinds };
}

/** Null if the draw's own wording is valid ICU text with the arguments of `original`. */
export function findOverrideProblem(original: string | undefined, word: string): OverrideProblem | null {
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

function collectArgumentKinds(elements: MessageFormatElement[], argumentKinds: MessageShape["argumentKinds"]): void {
  for (const element of elements) {
    if (element.type in kindByType && "value" in element) {
      const style = "style" in element && element.style ? ` ${JSON.stringify(element.style)}` : "";
      const argumentKind = `${kindByType[element.type as keyof typeof kindByType]}${style}`;
      argumentKinds.set(element.value, (argumentKinds.get(element.value) ?? new Set()).add(argumentKind));
    }
    collectArgumentKinds(getChildren(element), argumentKinds);
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

/** An amount may be shown plain. A moment may not, because the code provides no text for it. */
function canReplace(original: MessageShape, other: MessageShape): boolean {
  if (original.names.join() !== other.names.join()) return false;
  return [...other.argumentKinds].every(([name, argumentKinds]) => {
    const originalKinds = [...(original.argumentKinds.get(name) ?? [])];
    const isMoment = originalKinds.some((argumentKind) => argumentKind.startsWith("moment"));
    return [...argumentKinds].every(
      (argumentKind) => originalKinds.includes(argumentKind) || (argumentKind === "plain" && !isMoment),
    );
  });
}

function parseShape(message: string): MessageShape | null {
  try {
    return readMessage(message);
  } catch {
    return null;
  }
}
