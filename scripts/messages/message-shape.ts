import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { parse, TYPE } from "@formatjs/icu-messageformat-parser";

/** What a translation must keep: the names that are filled in, as `{name}`, `<tag>` or `{choice: a|b}`. */
export type MessageShape = { names: string[]; texts: string[] };

// Stands for a value between two pieces of text, so that a rule about neighbours sees that something is there.
const placeholder = "\uFFFC";

function namesOf(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...namesOf(element.children)];
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [`{${element.value}}`];
    const inner = Object.values(element.options).flatMap((option) => namesOf(option.value));
    const choices = element.type === TYPE.select ? `: ${Object.keys(element.options).sort().join("|")}` : "";
    return [`{${element.value}${choices}}`, ...inner];
  });
}

function flatten(elements: MessageFormatElement[]): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      return element.type === TYPE.tag ? flatten(element.children) : placeholder;
    })
    .join("");
}

function textsOf(elements: MessageFormatElement[]): string[] {
  const branches = elements.flatMap((element) => {
    if (element.type === TYPE.tag) return textsOf(element.children).slice(1);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    return Object.values(element.options).flatMap((option) => textsOf(option.value));
  });
  return [flatten(elements), ...branches];
}

/**
 * Reads a message: the names it fills in, each once, and every piece of text it can show. Throws when it is malformed.
 */
export function readMessage(message: string): MessageShape {
  const elements = parse(message, { shouldParseSkeletons: false });
  return { names: [...new Set(namesOf(elements))].sort(), texts: textsOf(elements) };
}
