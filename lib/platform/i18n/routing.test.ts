import { describe, expect, it } from "vitest";

import { formatLocale, htmlLanguage, localizedPath, splitPath } from "./routing";

describe("splitPath", () => {
  it.each([
    ["/", "en", "/"],
    ["/demo", "en", "/demo"],
    ["/fr", "fr", "/"],
    ["/fr/demo", "fr", "/demo"],
    ["/fr/fr/x", "fr", "/fr/x"],
    ["/french", "en", "/french"],
  ])("splits %s", (pathname, language, barePath) => {
    expect(splitPath(pathname)).toEqual({ language, barePath });
  });
});

describe("localizedPath", () => {
  it.each(["/", "/demo", "/order/a/b"])("is reversed by splitPath for %s", (barePath) => {
    for (const language of ["en", "fr"] as const) {
      expect(splitPath(localizedPath(language, barePath))).toEqual({ language, barePath });
    }
  });

  it("gives the French home page no trailing slash", () => {
    expect(localizedPath("fr", "/")).toBe("/fr");
  });
});

describe("a language", () => {
  it("has the locale code that pages name, and formats numbers and dates the Canadian way", () => {
    expect([htmlLanguage("en"), htmlLanguage("fr")]).toEqual(["en-US", "fr-FR"]);
    expect([formatLocale("en"), formatLocale("fr")]).toEqual(["en-CA", "fr-CA"]);
    const amount = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" } as const;
    const words = new Intl.NumberFormat(formatLocale("fr"), amount).format(1234.56);
    expect(words.replace(/\s/g, " ")).toBe("1 234,56 $");
  });
});
