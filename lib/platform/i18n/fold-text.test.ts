import { expect, it } from "vitest";

import { foldText, markedLetters, plainLetters } from "./fold-text";

it("a text is searched for without marks, capitals and stray spaces", () => {
  expect(plainLetters).toHaveLength(markedLetters.length);
  expect(foldText("  Zoë  Côté-L’Écuyer ")).toBe("zoe cote-l'ecuyer");
  expect(foldText("ÉLOÏSE ÇA")).toBe(foldText("eloise ca"));
});
