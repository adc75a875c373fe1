import { describe, expect, it } from "vitest";
import { toPublicCity, toPublicName } from "./rules";

describe("the name of a recent purchase", () => {
  it.each([
    ["Rosalie Tremblay", "Rosalie T."],
    ["  Ana   de   Brito ", "Ana B."],
    ["Jean-François D’Amours", "Jean-François D."],
    ["O'Neil", "O'Neil"],
    ["J. P. Roy", "J. R."],
    ["Zoë Ó Briain", "Zoë B."],
    ["علی‌رضا محمدی", "علی‌رضا م."],
    ["Нина 𐐷ова", "Нина 𐐏."],
  ])("is the first name and an initial: %s", (name, shown) => {
    expect(toPublicName(name)).toBe(shown);
  });

  it.each([
    ["CLAIM-PRIZE: evil.example"],
    ["www.evil.example"],
    ["Win $500"],
    ["Call 416-555-0100"],
    ["Go-to-my-great-site Now"],
    ["A\u200bnna Roy"],
    ["Abcdefghijklmnopqrstuvwxyz Roy"],
    ["@handle Roy"],
    [""],
  ])("is empty if it isn't written like a name: %s", (name) => {
    expect(toPublicName(name)).toBeNull();
  });
});

describe("the city of a recent purchase", () => {
  it.each([
    ["toronto", "Toronto"],
    [" MONTREAL ", "Montréal"],
    ["Saint Catharines", "St. Catharines"],
    ["Sault Ste Marie", "Sault Ste. Marie"],
    ["trois rivieres", "Trois-Rivières"],
    ["evil.example", null],
    ["Visit Toronto now", null],
    [null, null],
  ])("is shown if it is known: %s as %s", (city, shown) => {
    expect(toPublicCity(city)).toBe(shown);
  });
});
