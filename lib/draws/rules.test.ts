import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawAt } from "@/tests/support/core/test-context";
import { findLockedChanges } from "./import/rules.changes";
import { findInconsistencies } from "./import/rules.consistency";
import type { PoolCounters } from "./rules";
import {
  countTicketsLeft,
  findNotOnSaleReason,
  getPotCents,
  getPrizeCents,
  getSchedule,
  getTimeState,
  isActive,
  isHot,
  isSoldOut,
} from "./rules";
import { toPublicDraw } from "./rules.projection";
import type { Draw } from "./schema";
import { drawSchema } from "./schema";

const now = new Date("2026-11-20T18:00:00Z");

function draw(overrides: Record<string, unknown> = {}): Draw {
  return drawSchema.parse(drawAt(now, overrides));
}

function counters(overrides: Partial<PoolCounters> = {}): PoolCounters {
  return {
    poolId: "main",
    maxTickets: 10,
    sold: 0,
    voided: 0,
    reserved: 0,
    jackpotBaseCents: 0,
    salesCents: 0,
    reservedCents: 0,
    maxJackpotCents: null,
    cutOffAt: null,
    ...overrides,
  };
}

describe("scheduleOf", () => {
  const dates = ["2026-11-01", "2026-11-10", "2026-11-15", "2026-11-25", "2026-11-30"].map((day) => `${day}T12:00:00Z`);

  it("dates take precedence: first starts, second to last ends, last draws, those between are early birds", () => {
    const schedule = getSchedule({ prizes: {}, dates, startDate: dates[2] ?? "", endDate: dates[2] ?? "" });
    expect(schedule.opensAt.toISOString()).toContain("2026-11-01");
    expect(schedule.closesAt.toISOString()).toContain("2026-11-25");
    expect(schedule.drawsAt.toISOString()).toContain("2026-11-30");
    expect(schedule.earlyBirds.map((date) => date.getUTCDate())).toEqual([10, 15]);
  });

  it("treats two dates as start and draw, with sales until the draw", () => {
    const schedule = getSchedule({ prizes: {}, dates: dates.slice(0, 2), startDate: "", endDate: "" });
    expect(schedule.closesAt).toEqual(schedule.drawsAt);
  });

  it("uses start and end without dates", () => {
    const prizes = { "Grand Prize": [{ description: "A boat", drawDate: dates[2] }, { description: "A car" }] };
    const dated = { prizes, dates: [], startDate: dates[0] ?? "", endDate: dates[1] ?? "" };
    expect(getSchedule(dated)).toMatchObject({ closesAt: new Date(dates[1] ?? ""), drawsAt: new Date(dates[2] ?? "") });
    const schedule = getSchedule({ ...dated, prizes: {} });
    expect(schedule.closesAt.toISOString()).toContain("2026-11-10");
  });
});

describe("time state", () => {
  const schedule = getSchedule(draw());
  it.each([
    ["before the start", new Date(schedule.opensAt.getTime() - 1), null, "Not Started"],
    ["at the start", schedule.opensAt, null, "Started"],
    ["at the end", schedule.closesAt, null, "Ended"],
    ["after an admin's close", now, now, "Ended"],
  ] as const)("%s", (_name, at, closedAt, state) => {
    expect(getTimeState(schedule, closedAt, at)).toBe(state);
  });

  it("is active after its start and before its end, unless an admin has closed it", () => {
    const { opensAt, closesAt } = schedule;
    const near = (at: Date, ms: number) => isActive(schedule, null, new Date(at.getTime() + ms));
    expect([near(opensAt, -1), near(opensAt, 1)]).toEqual([false, true]);
    expect([near(closesAt, -1), near(closesAt, 0), near(closesAt, 1)]).toEqual([true, false, false]);
    expect(isActive(schedule, now, now)).toBe(false);
  });
});

function limitClause(maxJackpotCents: number, changes: Partial<PoolCounters>): PoolCounters {
  return counters({ maxJackpotCents, ...changes });
}

function bundleOf(price: number) {
  const items = [{ poolId: "main", packageId: "one", quantity: 1, price }];
  return { bundles: [{ id: "cheap", title: "Cheap", items }] };
}

describe("findNotOnSaleReason", () => {
  it.each([
    [{}, counters(), null, null],
    [{ state: { approval_state: "Rejected" } }, counters(), null, "draw-not-found"],
    [{}, counters({ sold: 10 }), null, "sold-out"],
    [{}, counters({ sold: 4, reserved: 6 }), null, "all-held"],
    [{}, limitClause(3000, { salesCents: 2000 }), null, null],
    [{}, limitClause(3000, { salesCents: 2001 }), null, "jackpot-reached"],
    [{}, limitClause(3000, { salesCents: 1000, jackpotBaseCents: 1001 }), null, "jackpot-reached"],
    [{}, limitClause(3000, { salesCents: 1000, reservedCents: 1001 }), null, "all-held"],
    [{}, limitClause(3000, { salesCents: 3000, sold: 10 }), null, "sold-out"],
    [{}, limitClause(3000, { salesCents: 3000, sold: 4, reserved: 6 }), null, "jackpot-reached"],
    [bundleOf(5), limitClause(3000, { salesCents: 2500 }), null, null],
    [bundleOf(5), limitClause(3000, { salesCents: 2501 }), null, "jackpot-reached"],
    [{}, counters(), now, "draw-closed"],
    [{ paymentProvider: "paypal" }, counters(), null, "provider-unsupported"],
    [{ checkoutAccess: {} }, counters(), null, null],
  ] as const)("%j", (overrides, counted, closedAt, reason) => {
    expect(findNotOnSaleReason({ draw: draw(overrides), mainPool: counted, closedAt }, now)).toBe(reason);
  });
});

describe("counting", () => {
  it("is hot from two purchases a day, while active", () => {
    expect([isHot(1, true), isHot(2, true), isHot(9, false)]).toEqual([false, true, false]);
  });

  it("is sold out once its numbers reach the limit, and never without a limit", () => {
    expect([9, 10, 11].map((sold) => isSoldOut({ sold, maxTickets: 10 }))).toEqual([false, true, true]);
    expect(isSoldOut({ sold: 1_000_000, maxTickets: null })).toBe(false);
    expect(countTicketsLeft(counters({ maxTickets: null }))).toBeNull();
  });

  it("computes half of the pot, rounded down to the cent", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (jackpotBaseCents, salesCents) => {
        const pot = getPotCents({ jackpotBaseCents, salesCents });
        const prize = getPrizeCents(pot);
        expect(pot - 2 * prize === 0 || pot - 2 * prize === 1).toBe(true);
      }),
    );
  });
});

describe("findInconsistencies", () => {
  it("finds nothing wrong with a valid draw", () => {
    expect(findInconsistencies(draw())).toEqual([]);
  });

  it.each([
    ["a reserved id", { id: "order" }, "id"],
    ["the address of the builds", { id: "builds" }, "id"],
    ["an end before the start", { endDate: "2020-01-01T00:00:00Z" }, "endDate"],
    ["dates out of order", { dates: ["2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"] }, "dates.1"],
    ["no package", { ticketPriceInfo: [] }, "ticketPriceInfo"],
    [
      "two packages of one id",
      {
        ticketPriceInfo: [
          { id: "a", tickets: 1, price: 1 },
          { id: "a", tickets: 2, price: 2 },
        ],
      },
      "ticketPriceInfo.1.id",
    ],
    [
      "two groups of teams of one id",
      { teams: ["first", "second"].map((id) => ({ id: "all", title: id, teams: [{ id, name: id }] })) },
      "teams.1.id",
    ],
    [
      "a team of its group's id",
      { teams: [{ id: "all", title: "All", teams: [{ id: "all", name: "All" }] }] },
      "teams.0.teams.0.id",
    ],
    [
      "a bundle of an unknown package",
      { bundles: [{ id: "b", title: "B", items: [{ poolId: "main", packageId: "x", quantity: 1, price: 1 }] }] },
      "bundles.0.items.0.packageId",
    ],
    [
      "a winner of an unknown pool",
      { winners: [{ poolId: "x", prizeType: "Grand Prize", number: 1, drawnAt: "2026-01-01T00:00:00Z" }] },
      "winners.0.poolId",
    ],
  ])("names %s", (_name, overrides, field) => {
    expect(findInconsistencies(draw(overrides)).map((problem) => problem.field)).toContain(field);
  });
});

describe("findLockedChanges", () => {
  it("allows changing words and forbids changing prices, limits and dates of sale", () => {
    const before = draw();
    expect(findLockedChanges(before, draw({ title: "Another title", rules: "More rules" }))).toEqual([]);
    const after = draw({
      ticketPriceInfo: [{ id: "one", tickets: 1, price: 11 }],
      maxTickets: 5,
      endDate: "2027-01-01T00:00:00Z",
    });
    expect(findLockedChanges(before, after).map((problem) => problem.field)).toEqual([
      "ticketPriceInfo",
      "maxTickets",
      "endDate",
    ]);
  });

  it("ignores the order of keys, which the database changes", () => {
    const before = draw();
    const reordered = JSON.parse(JSON.stringify(before, Object.keys(before).sort())) as Partial<Draw>;
    const after = {
      ...before,
      ticketPriceInfo: before.ticketPriceInfo.map((item) => Object.fromEntries(Object.entries(item).reverse())),
    };
    expect(Object.keys(reordered).length).toBeGreaterThan(0);
    expect(findLockedChanges(before, after as Draw)).toEqual([]);
  });
});

describe("toPublicDraw", () => {
  it("shows only listed fields: no credentials, no people, no roles", () => {
    const secret = draw({
      userIDs: ["user-1"],
      userRoles: { "user-1": ["admin"] },
      ticketPrinter: { name: "P", address: "10.0.0.9" },
      stripe: { stripeStatus: "active", stripeId: "acct_1", feePercent: 2 },
      secondDraws: [
        {
          id: "puck",
          type: "Prize raffle",
          title: "Puck",
          ticketPackageInfo: [{ id: "p1", tickets: 1, price: 5 }],
          ticketPrinter: { name: "P", address: "10.0.0.8" },
        },
      ],
    });
    const metrics = { amountPerDay: 60, ticketsPerDay: 30, purchasesPerDay: 3 };
    const activity = { pools: new Map([["main", { recent: [], metrics }]]), teams: [] };
    const facts = { draw: secret, closedAt: null, mainPool: counters(), pools: new Map() };
    const shown = toPublicDraw(facts, activity, now);
    const text = JSON.stringify(shown);
    for (const hidden of [
      "apiKeys",
      "passcode",
      "user-1",
      "userRoles",
      "ticketPrinter",
      "10.0.0.9",
      "10.0.0.8",
      "stripe",
      "acct_1",
    ]) {
      expect(text).not.toContain(hidden);
    }
    expect(shown).toMatchObject({
      parentId: "test-parent",
      id: "test-draw",
      secondDraws: [{ id: "puck" }],
      salesOpen: true,
      isHot: true,
      metrics,
      state: { time_state: "Started" },
    });
  });

  it("shows every field but those of people, accounts and printers, and a state that no draw has", () => {
    const facts = { draw: draw(), closedAt: null, mainPool: counters(), pools: new Map() };
    const shown = toPublicDraw(facts, { pools: new Map(), teams: [] }, now);
    const hidden = Object.keys(drawSchema.shape).filter((field) => !(field in shown));
    const expected = ["userIDs", "userRoles", "stripe", "ticketPrinter", "apiKeys", "isProcessing"];
    expect(hidden.sort()).toEqual(expected.sort());
  });

  it("counts what is in the draw, without what is void, and what is held", () => {
    const facts = { draw: draw(), closedAt: null, mainPool: counters({ sold: 7, voided: 1, reserved: 2 }) };
    const shown = toPublicDraw({ ...facts, pools: new Map() }, { pools: new Map(), teams: [] }, now);
    expect(shown).toMatchObject({ numTicketsFinal: 6, numTicketsReserved: 2 });
  });

  it("says when sales were closed by hand", () => {
    const shownAt = (closedAt: Date | null) => {
      const facts = { draw: draw(), closedAt, mainPool: counters(), pools: new Map() };
      return toPublicDraw(facts, { pools: new Map(), teams: [] }, now).closedAt;
    };
    expect([shownAt(null), shownAt(now)]).toEqual([undefined, now.toISOString()]);
  });
});
