import { describe, expect, it } from "vitest";

import type { Role } from "@/lib/people/rules.roles";
import { roleRights } from "@/lib/people/rules.roles";
import type { Right } from "@/lib/rights";

import { getLandingSection, isInSection, listSections } from "./sections";

const who = (...rights: readonly Right[]) => ({ rights: [...rights] });

describe("what follows a sign-in", () => {
  it.each<[Role, string]>([
    ["admin", "home"],
    ["Order Manager", "home"],
    ["Order Refunder", "home"],
    ["Order Email Re-sender", "orders"],
    ["auditor", "home"],
    ["Teams Manager", "teams"],
    ["Winner Picker", "account"],
  ])("of one with the role %s is %s", (role, section) => {
    expect(getLandingSection(who(...roleRights[role]))).toBe(section);
  });

  it("is the history for who reads it and finds no orders, whatever stands before it in the menu", () => {
    const reader = who("devices", "history");
    expect(listSections(reader)).toEqual(["tablets", "history"]);
    expect(getLandingSection(reader)).toBe("history");
  });
});

it("the home is the current page at its own path alone", () => {
  expect(isInSection("/console", "home")).toBe(true);
  expect(isInSection("/console/orders", "home")).toBe(false);
  expect(isInSection("/console/orders/demo5050/ABC", "orders")).toBe(true);
});
