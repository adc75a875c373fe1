import { describe, expect, it } from "vitest";

import { translatorOf } from "@/lib/platform/i18n/translator";
import { nameOrganization } from "./organization-name";

function named(organization: Parameters<typeof nameOrganization>[1], language: "en" | "fr"): string {
  const t = translatorOf(language);
  return nameOrganization((values) => t.markup("organization.named", values), organization, language);
}

describe("the organization of a draw in a sentence", () => {
  it.each([
    ["Fondation de la Maison des enfants", "la Fondation de la Maison des enfants"],
    ["Sauvetage nautique de Loon Narrows", "le Sauvetage nautique de Loon Narrows"],
    ["Théâtre communautaire de Cedar Bay", "le Théâtre communautaire de Cedar Bay"],
    ["Croix-Rouge canadienne", "la Croix-Rouge canadienne"],
    ["ÉCOLE DU HAVRE", "l’ÉCOLE DU HAVRE"],
    ["Œuvre\n du curé <b>", "l’Œuvre du curé <b>"],
    ["Pompiers volontaires de la caserne 7", "les Pompiers volontaires de la caserne 7"],
    ["Les Amis du canal", "Les Amis du canal"],
    ["L’Arche Saint-Laurent", "L’Arche Saint-Laurent"],
  ])("has its article in French where its first word is known: %s", (name, words) => {
    expect(named({ en: "Lake Club", fr: name }, "fr")).toBe(words);
  });

  it("is called an organization in French where its first word is not known", () => {
    expect(named("Moisson Rivière", "fr")).toBe("l’organisme Moisson Rivière");
    expect(named({ en: "Lake Club" }, "fr")).toBe("l’organisme Lake Club");
    expect(named("1st Scouts", "fr")).toBe("l’organisme 1st Scouts");
    expect(named("Constructor Society", "fr")).toBe("l’organisme Constructor Society");
  });

  it("is its name alone in English, and nothing where the draw has none", () => {
    expect(named({ en: "Lake Club", fr: "Club du lac" }, "en")).toBe("Lake Club");
    expect([named("  ", "en"), named("", "fr")]).toEqual(["", ""]);
  });
});
