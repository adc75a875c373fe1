import { expect, it } from "vitest";

import { localText } from "./local-text";

it.each([
  [{ en: "Spring", fr: "Printemps" }, "fr", { text: "Printemps", lang: "fr" }],
  [{ en: "Spring" }, "fr", { text: "Spring", lang: "en" }],
  [{ en: "", fr: "Printemps" }, "en", { text: "Printemps", lang: "fr" }],
  [{ en: "", fr: "" }, "fr", { text: "", lang: "en" }],
  ["Spring", "fr", { text: "Spring", lang: undefined }],
] as const)("%j in %s", (text, locale, expected) => {
  expect(localText(text, locale)).toEqual(expected);
});
