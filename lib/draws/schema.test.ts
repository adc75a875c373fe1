import { describe, expect, it } from "vitest";

import { toFieldProblems } from "@/lib/platform/http/read-json";
import { drawAt } from "@/tests/support/core/test-context";

import { drawSchema } from "./schema";

function drawWith(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return drawAt(new Date("2026-11-20T18:00:00Z"), overrides);
}

function problemsOf(overrides: Record<string, unknown>) {
  const input = drawWith(overrides);
  const parsed = drawSchema.safeParse(input);
  return parsed.success ? [] : toFieldProblems(parsed.error, input);
}

describe("drawSchema", () => {
  it("fills in the defaults", () => {
    const draw = drawSchema.parse({ ...drawWith(), checkoutAccess: undefined, state: undefined });
    expect(draw.checkoutAccess).toEqual({ requireGPSCheck: true, requireIPCheck: true });
    expect(draw.state).toEqual({ approval_state: "Pending", time_state: "Not Started" });
    expect(draw.additionalOptions).toMatchObject({
      canSelectAllGroups: true,
      displayTeamStats: true,
      custom5050Page: true,
      enableFireworks: true,
      allowAccessibilityModeForTicketPackageSelection: true,
      displayFAQ: false,
      enableNoticeOn5050Page: false,
      recentPurchases_refreshRate: 10_000,
      titleLengthToStackForTicketPools: 23,
      titleLengthToStackForBundles: 23,
    });
    expect(draw).toMatchObject({
      type: "5050 Cash",
      timeZone: "America/Toronto",
      maxTickets: null,
      paymentProvider: "bambora",
    });
  });

  it("accepts an export's counts for a draw and its second draws, and drops those of the second draws", () => {
    const counted = { numTicketsFinal: 9, lastPurchaseHistory: [{ name: "A" }], metrics: { purchasesPerDay: 4 } };
    const second = { id: "puck", type: "Prize raffle", title: "Puck" };
    const ticketPackageInfo = [{ id: "one", tickets: 1, price: 5 }];
    const draw = drawSchema.parse(
      drawWith({ ...counted, secondDraws: [{ ...second, ticketPackageInfo, ...counted }] }),
    );
    expect(draw.secondDraws[0]).toMatchObject(second);
    for (const field of Object.keys(counted)) expect(draw.secondDraws[0]).not.toHaveProperty(field);
  });

  it("gives a carousel its speed", () => {
    expect(drawSchema.parse(drawWith({ bannerImage: { url: "/a.svg" } })).bannerImage?.carousel_speed).toBe(5000);
  });

  it.each([
    ["an unknown field", { colour: "red" }, { field: "colour", problem: "unknown" }],
    [
      "a team's icon that runs a script",
      { teams: [{ id: "all", title: "Teams", teams: [{ id: "one", name: "One", icon: "javascript:alert(1)" }] }] },
      { field: "teams.0.teams.0.icon", problem: "malformed" },
    ],
    [
      "an unknown field inside",
      { additionalOptions: { faqs: [] } },
      { field: "additionalOptions.faqs", problem: "unknown" },
    ],
    ["a missing field", { province: undefined }, { field: "province", problem: "required" }],
    ["a wrong type", { maxTickets: "10" }, { field: "maxTickets", problem: "wrong-type" }],
    ["no such province", { province: "XX" }, { field: "province", problem: "malformed" }],
    ["a fraction of a cent", { jackpotTotal: 1.005 }, { field: "jackpotTotal", problem: "malformed" }],
    [
      "a free package",
      { ticketPriceInfo: [{ id: "a", tickets: 1, price: 0 }] },
      { field: "ticketPriceInfo.0.price", problem: "malformed" },
    ],
    ["a negative count", { maxTickets: -1 }, { field: "maxTickets", problem: "too-small" }],
    ["a date without offset", { startDate: "2026-01-01T00:00:00" }, { field: "startDate", problem: "malformed" }],
    [
      "a year that no database has",
      { startDate: "0000-01-01T00:00:00Z" },
      { field: "startDate", problem: "malformed" },
    ],
    ["a year of five digits", { endDate: "9999-12-31T23:59:59-23:59" }, { field: "endDate", problem: "malformed" }],
    ["no such time zone", { timeZone: "America/Nowhere" }, { field: "timeZone", problem: "malformed" }],
    [
      "a banner from anywhere",
      { bannerImage: { url: "http://example.com/a.png" } },
      { field: "bannerImage.url", problem: "malformed" },
    ],
    ["a colour by its name", { charity: { color: "red" } }, { field: "charity.color", problem: "malformed" }],
    [
      "a logo from anywhere",
      { charity: { logo: "//example.com/a.svg" } },
      { field: "charity.logo", problem: "malformed" },
    ],
  ])("names %s", (_name, overrides, problem) => {
    expect(problemsOf(overrides)).toContainEqual(problem);
  });

  it.each(["x".repeat(23), "", " ARENA", "ARENA ", "ARÉNA 5050", "ARENA\n5050"])(
    "refuses %j as what a card's statement says",
    (statementDescriptor) => {
      const problem = { field: "additionalOptions.statementDescriptor", problem: "malformed" };
      expect(problemsOf({ additionalOptions: { statementDescriptor } })).toContainEqual(problem);
    },
  );

  it.each(["A", "x".repeat(22), "ARENA* 50/50 #1"])("takes %j as that", (statementDescriptor) => {
    const { additionalOptions } = drawSchema.parse(drawWith({ additionalOptions: { statementDescriptor } }));
    expect(additionalOptions).toMatchObject({ statementDescriptor, mayBeCashAdvance: false });
  });
});
