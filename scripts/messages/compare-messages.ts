import type { MessageShape } from "@/lib/platform/i18n/message-shape";
import { readMessage } from "@/lib/platform/i18n/message-shape";
import type { FlatMessages } from "@/lib/platform/i18n/message-tree";
import { frenchTypographyProblems } from "./french-typography";

export function compareMessages(english: FlatMessages, french: FlatMessages): string[] {
  const onlyFrench = [...french.keys()].filter((key) => !english.has(key)).map((key) => `${key}: missing in en.`);
  const others = [...english].flatMap(([key, message]) => {
    const translation = french.get(key);
    return translation === undefined ? [`${key}: missing in fr.`] : comparePair(key, message, translation);
  });
  return [...others, ...onlyFrench];
}

/** `keys` are those that the code computes. */
export function missingKeys(english: FlatMessages, namespace: string, keys: readonly string[]): string[] {
  return keys.filter((key) => !english.has(`${namespace}.${key}`)).map((key) => `${namespace}.${key}: missing in en.`);
}

function readOrExplain(language: string, key: string, message: string): MessageShape | string {
  if (message.trim() === "") return `${language} ${key}: the message is empty.`;
  try {
    return readMessage(message);
  } catch (error) {
    return `${language} ${key}: the message is malformed (${(error as Error).message}).`;
  }
}

/** A choice by a language's nouns, such as an article's, may differ between languages. */
function toComparable(name: string): string {
  return name.startsWith("{noun: ") ? "{noun}" : name;
}

function comparePair(key: string, english: string, french: string): string[] {
  const shapes = [readOrExplain("en", key, english), readOrExplain("fr", key, french)];
  const [en, fr] = shapes;
  if (typeof en !== "object" || typeof fr !== "object") return shapes.filter((shape) => typeof shape === "string");
  const isSame = en.names.map(toComparable).join() === fr.names.map(toComparable).join();
  const difference = isSame
    ? []
    : [`${key}: en fills in ${en.names.join(" ") || "nothing"}, fr ${fr.names.join(" ") || "nothing"}.`];
  const typography = fr.texts.flatMap(frenchTypographyProblems).map((problem) => `fr ${key}: ${problem}.`);
  return [...difference, ...new Set(typography)];
}
