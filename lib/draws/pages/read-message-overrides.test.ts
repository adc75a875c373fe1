import { describe, expect, it } from "vitest";
import { findMessageCatalogue } from "@/lib/platform/i18n/message-catalogue";
import { flattenMessages, replaceMessages } from "@/lib/platform/i18n/message-tree";
import { findInvalidOverrides, getDrawOverrides } from "./read-message-overrides";

const originals = { en: findMessageCatalogue("en").flat, fr: findMessageCatalogue("fr").flat };

describe("a message that replaces the product's own", () => {
  it("is named by its path", () => {
    const messages = {
      en: { "checkout.pay": "Pay", "checkout.heading": "Get a ticket" },
      fr: { "checkout.no": "Non" },
    };
    expect(findInvalidOverrides({ locale: { useLocal: true, lang: "en", messages } }, originals)).toEqual([
      { field: "locale.messages.en.checkout.pay", problem: "other-arguments" },
      { field: "locale.messages.fr.checkout.no", problem: "unknown" },
    ]);
  });

  it("is valid if it is identical to the product's own", () => {
    const messages = { en: Object.fromEntries(originals.en), fr: Object.fromEntries(originals.fr) };
    expect(findInvalidOverrides({ locale: { useLocal: true, lang: "en", messages } }, originals)).toEqual([]);
  });
});

describe("a draw's own words", () => {
  const messages = { en: { "checkout.heading": "Get a ticket" } };

  it("are used only if the draw says so, and change with each definition", () => {
    const said = (useLocal: boolean, revision: number) =>
      getDrawOverrides({ draw: { id: "one", locale: { useLocal, lang: "en", messages } }, revision });
    expect(said(false, 1)).toBeNull();
    expect(said(true, 1)?.messages).toEqual(messages);
    expect(said(true, 2)?.version).not.toBe(said(true, 1)?.version);
  });

  it("replace the product's messages and nothing else", () => {
    const { tree } = findMessageCatalogue("en");
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
