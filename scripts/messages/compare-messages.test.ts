import { describe, expect, test } from "vitest";

import type { MessageTree } from "@/lib/platform/i18n/message-tree";
import { flattenMessages } from "@/lib/platform/i18n/message-tree";
import { compareMessages, missingKeys } from "./compare-messages";
import { frenchTypographyProblems } from "./french-typography";

function compare(english: MessageTree, french: MessageTree): string[] {
  return compareMessages(flattenMessages(english), flattenMessages(french));
}

describe("compareMessages", () => {
  test("accepts two complete languages", () => {
    const english = { cart: { count: "{count, plural, one {# ticket} other {# tickets}}: <b>{total}</b>" } };
    const french = { cart: { count: "{count, plural, one {# billet} other {# billets}}\u00A0: <b>{total}</b>" } };
    expect(compare(english, french)).toEqual([]);
  });

  test("lets each language choose by its own nouns", () => {
    const english = { a: "{noun, select, guild {the <name></name>} other {<name></name>}}" };
    const french = { a: "{noun, select, club {le <name></name>} other {l’organisme <name></name>}}" };
    expect(compare(english, french)).toEqual([]);
  });

  test.each<[string, MessageTree, MessageTree, string]>([
    ["a key missing in French", { a: "x", b: "y" }, { a: "x" }, "b: missing in fr."],
    ["a key missing in English", { a: "x" }, { a: "x", b: { c: "y" } }, "b.c: missing in en."],
    ["another argument", { a: "Hello {name}" }, { a: "Bonjour {nom}" }, "a: en fills in {name}, fr {nom}."],
    ["an argument lost to an apostrophe", { a: "of {name}" }, { a: "d'{name}" }, "a: en fills in {name}, fr nothing."],
    ["an argument lost in a branch", { a: "{n, plural, other {{total}}}" }, { a: "{n, plural, other {#}}" }, "{total}"],
    ["another choice", { a: "{k, select, x {X} other {Y}}" }, { a: "{k, select, other {Y}}" }, "{k: other|x}"],
    [
      "a choice of something else",
      { a: "{k, select, other {Y}}" },
      { a: "{n, select, x {X} other {Y}}" },
      "{n: other|x}",
    ],
    ["a lost tag", { a: "<b>x</b>" }, { a: "x" }, "a: en fills in <b>, fr nothing."],
    ["an empty message", { a: "x" }, { a: " " }, "fr a: the message is empty."],
    ["what is not text", { a: ["x"] as unknown as string }, { a: "x" }, "en a: the message is empty."],
    ["a malformed message", { a: "{name" }, { a: "{name}" }, "en a: the message is malformed"],
    [
      "typography in a branch",
      { a: "{n, plural, other {x}}" },
      { a: "{n, plural, other {# :}}" },
      "fr a: a space before",
    ],
  ])("finds %s", (_what, english, french, expected) => {
    expect(compare(english, french).join("\n")).toContain(expected);
  });

  test("names missing computed keys", () => {
    const messages = flattenMessages({ reasons: { declined: "No." } });
    expect(missingKeys(messages, "reasons", ["declined", "sold-out"])).toEqual(["reasons.sold-out: missing in en."]);
  });
});

describe("frenchTypographyProblems", () => {
  test.each([
    "Total\u00A0: 1\u00A0234,56\u00A0$",
    "Ouvert à 14:30 sur https://exemple.ca",
    "Le tirage «\u00A0moitié-moitié\u00A0» est terminé. Merci!",
    "50\u00A0% du pot",
    "Composez le 514 555-0199 ou le 1 800 555 0199.",
    "\uFFFC\u00A0: complet",
  ])("accepts « %s »", (text) => {
    expect(frenchTypographyProblems(text)).toEqual([]);
  });

  test.each([
    ["Total : 5", "must not break"],
    ["Total: 5", "before it"],
    ["\uFFFC: 5", "before it"],
    ["le «tirage\u00A0»", "opening"],
    ["le « tirage\u00A0»", "opening"],
    ["le «\u00A0tirage »", "closing"],
    ["5 $", "before $"],
    ["5$", "before $"],
    ["\uFFFC %", "before $"],
    ["Vraiment ?", "Quebec"],
    ["Merci\u00A0!", "Quebec"],
    ["1 234 billets", "thousands"],
  ])("reports what is wrong with « %s »", (text, problem) => {
    expect(frenchTypographyProblems(text).join()).toContain(problem);
  });
});
