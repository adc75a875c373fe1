import { describe, expect, it } from "vitest";

import { findTranslator } from "@/lib/platform/i18n/translator";
import { nameOrganization } from "./organization-name";

function named(organization: Parameters<typeof nameOrganization>[1], language: "en" | "fr"): string {
  const t = findTranslator(language);
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

  it.each([
    ["Maple Hollow Children’s Hospice Foundation", "the Maple Hollow Children’s Hospice Foundation"],
    ["Blue Kettle Community Kitchen", "the Blue Kettle Community Kitchen"],
    ["Station 7 Volunteer Firefighters", "the Station 7 Volunteer Firefighters"],
    ["Pinder Point Quilters’ Guild", "the Pinder Point Quilters’ Guild"],
    ["WINGS OF HOPE SOCIETY", "the WINGS OF HOPE SOCIETY"],
    ["Kidney Foundation of Canada", "the Kidney Foundation of Canada"],
    ["Centre for Newcomers (Barrie)", "the Centre for Newcomers (Barrie)"],
    ["Royal Canadian Legion Branch 147", "the Royal Canadian Legion Branch 147"],
    ["Lake\n Club, Inc.", "the Lake Club, Inc."],
    ["Women’s Institute", "the Women’s Institute"],
  ])("has its article in English where it is called what it is: %s", (name, words) => {
    expect(named({ en: name, fr: "Club du lac" }, "en")).toBe(words);
  });

  it.each([
    ...["Whistlewood Search Dogs", "Loon Narrows Marine Rescue", "Habitat for Humanity", "Covenant House"],
    ...["The Lake Foundation", "A Better Tent Society", "Our Kitchen", "Friends of the Canal Museum"],
    ...["Martha’s Kitchen", "Moisson Rivière", "Constructor", "Doctors Without Borders", "42", "the <b> Club"],
  ])("is its name alone in English where it is called otherwise, or has a word of its own: %s", (name) => {
    expect(named(name, "en")).toBe(name);
  });

  it("is nothing where the draw has none", () => {
    expect([named("  ", "en"), named("", "fr")]).toEqual(["", ""]);
  });
});
