import { describe, expect, it } from "vitest";

import { catalogueOf } from "@/lib/platform/i18n/message-catalogue";
import { flattenMessages, replaceMessages } from "@/lib/platform/i18n/message-tree";
import { drawWordsOf, findUnfitWords, whyNotWord } from "./rules.words";

const originals = { en: catalogueOf("en").flat, fr: catalogueOf("fr").flat };

describe("a word that is to stand in the place of the product's own", () => {
  it.each([
    ["other words", "Pay {amount}", "Give {amount}"],
    ["more words around a value", "{count} left", "Only {count} left for you"],
    ["a text of braces and a sign that are escaped", "Pay", "'{'Pay'}' '<'b>"],
    ["an amount that is said as it is", "{count, plural, one {a ticket} other {# tickets}}", "{count}"],
    ["other plural forms", "{count, plural, one {a} other {b}}", "{count, plural, =1 {x} other {y}}"],
    ["the same style", "{when, date, short}", "On {when, date, short}"],
    ["the same link elsewhere", "I accept <link>the rules</link>", "<link>Rules</link>: yes"],
  ])("fits with %s", (_what, original, word) => expect(whyNotWord(original, word)).toBeNull());

  it.each([
    ["a key that nobody has", undefined, "Pay", "unknown"],
    ["a brace that is not closed", "Pay {amount}", "Pay {amount", "malformed"],
    ["a tag that is not closed", "Pay", "<b>Pay", "malformed"],
    ["a plural without its other form", "{count, plural, other {x}}", "{count, plural, one {x}}", "malformed"],
    [
      "an offset, which the build cannot compile",
      "{n, plural, other {x}}",
      "{n, plural, offset:1 other {x}}",
      "malformed",
    ],
    ["a value that is left out", "Pay {amount}", "Pay", "other-arguments"],
    ["a value that nobody gives", "Pay", "Pay {amount}", "other-arguments"],
    ["markup of its own", "Pay", "<b>Pay</b>", "other-arguments"],
    ["a script", "Pay", "<script>alert(1)</script>", "other-arguments"],
    ["an amount of what is a text", "{name} won", "{name, number} won", "other-arguments"],
    ["a moment that is said as it is", "{when, date}", "{when}", "other-arguments"],
    ["another style", "{when, date, short}", "{when, date, ::yyyyMMdd}", "other-arguments"],
    ["other choices", "{who, select, you {a} other {b}}", "{who, select, me {a} other {b}}", "other-arguments"],
  ])("is refused for %s", (_what, original, word, problem) => expect(whyNotWord(original, word)).toBe(problem));

  it("is named by its path", () => {
    const messages = {
      en: { "checkout.pay": "Pay", "checkout.heading": "Get a ticket" },
      fr: { "checkout.no": "Non" },
    };
    expect(findUnfitWords({ locale: { useLocal: true, lang: "en", messages } }, originals)).toEqual([
      { field: "locale.messages.en.checkout.pay", problem: "other-arguments" },
      { field: "locale.messages.fr.checkout.no", problem: "unknown" },
    ]);
  });

  it("fits where every message of the product is put in its own place", () => {
    const messages = { en: Object.fromEntries(originals.en), fr: Object.fromEntries(originals.fr) };
    expect(findUnfitWords({ locale: { useLocal: true, lang: "en", messages } }, originals)).toEqual([]);
  });
});

describe("the words of a draw", () => {
  const messages = { en: { "checkout.heading": "Get a ticket" } };

  it("are said only where the draw says so, and are others with each definition", () => {
    const said = (useLocal: boolean, revision: number) =>
      drawWordsOf({ draw: { id: "one", locale: { useLocal, lang: "en", messages } }, revision });
    expect(said(false, 1)).toBeNull();
    expect(said(true, 1)?.messages).toEqual(messages);
    expect(said(true, 2)?.version).not.toBe(said(true, 1)?.version);
  });

  it("replace the product's own and nothing beside them", () => {
    const { tree } = catalogueOf("en");
    const before = JSON.stringify(tree);
    const changed = replaceMessages(tree, {
      "checkout.heading": "Get a ticket",
      "__proto__.heading": "x",
      "no.key": "y",
    });
    const different = [...flattenMessages(changed)].filter(([key, text]) => originals.en.get(key) !== text);
    expect(different).toEqual([["checkout.heading", "Get a ticket"]]);
    expect(JSON.stringify(tree)).toBe(before);
    expect({} as { heading?: string }).not.toHaveProperty("heading");
  });
});
