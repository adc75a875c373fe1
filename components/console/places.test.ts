import { describe, expect, it } from "vitest";

import type { Role } from "@/lib/people/rules.roles";
import { roleRights } from "@/lib/people/rules.roles";
import type { Right } from "@/lib/rights";

import { landingPlace, listPlaces } from "./places";

const who = (...rights: readonly Right[]) => ({ rights: [...rights] });

describe("what follows a sign-in", () => {
  it.each<[Role, string]>([
    ["admin", "orders"],
    ["Order Manager", "orders"],
    ["Order Refunder", "orders"],
    ["Order Email Re-sender", "orders"],
    ["auditor", "orders"],
    ["Teams Manager", "teams"],
    ["Winner Picker", "account"],
  ])("of one with the role %s is %s", (role, place) => {
    expect(landingPlace(who(...roleRights[role]))).toBe(place);
  });

  it("is the history for who reads it and finds no orders, whatever stands before it in the menu", () => {
    const reader = who("devices", "history");
    expect(listPlaces(reader)).toEqual(["tablets", "history"]);
    expect(landingPlace(reader)).toBe("history");
  });
});
