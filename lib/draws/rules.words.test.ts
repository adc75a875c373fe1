import { describe, expect, it } from "vitest";

import { catalogueOf } from "@/lib/platform/i18n/message-catalogue";
import { flattenMessages, replaceMessages } from "@/lib/platform/i18n/message-tree";
import { drawWordsOf, findUnfitWords } from "./rules.words";

const originals = { en: catalogueOf("en").flat, fr: catalogueOf("fr").flat };

describe("a word that replaces the product's own", () => {
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
