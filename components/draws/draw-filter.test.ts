import { describe, expect, it } from "vitest";
import type { DrawFilter } from "@/lib/draw-filters";
import { readDrawFilter } from "@/lib/draw-filters";
import { noMetrics, toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import { drawSchema } from "@/lib/draws/schema";
import { hourMs } from "@/lib/durations";
import { filterDraws, filterForBuyers, hasHotMark } from "./draw-filter";

const now = new Date("2026-11-20T15:00:00Z");

type DrawInput = {
  id: string;
  opensIn: number;
  closesIn: number;
  prize?: number;
  purchasesPerDay?: number;
  sold?: number;
  isTestDraw?: boolean;
};

function listed({ id, opensIn, closesIn, prize = 0, purchasesPerDay = 0, sold = 0, isTestDraw = false }: DrawInput) {
  const at = (hours: number) => new Date(now.getTime() + hours * hourMs).toISOString();
  const draw = drawSchema.parse({
    id,
    parentId: "parent",
    isTestDraw,
    title: id,
    urlSlug: id,
    province: "ON",
    state: { approval_state: "Approved" },
    checkoutAccess: { requireGPSCheck: false, requireIPCheck: false },
    startDate: at(opensIn),
    endDate: at(closesIn),
    maxTickets: 10,
    ticketPriceInfo: [{ id: "one", tickets: 1, price: 5 }],
  });
  const counters = {
    poolId: "main",
    maxTickets: 10,
    sold,
    voided: 0,
    reserved: 0,
    jackpotBaseCents: 0,
    salesCents: prize * 200,
    reservedCents: 0,
    maxJackpotCents: null,
    cutOffAt: null,
  };
  const metrics = { ...noMetrics, purchasesPerDay };
  const activity = { pools: new Map([["main", { recent: [], metrics }]]), teams: [] };
  const saved = { draw, closedAt: null, mainPool: counters, pools: new Map([["main", counters]]) };
  return { draw: toPublicDraw(saved, activity, now), live: toLiveState(saved, activity, now) };
}

const draws = [
  listed({ id: "rich", opensIn: -9, closesIn: 50, prize: 900 }),
  listed({ id: "ending", opensIn: -9, closesIn: 1, prize: 100, purchasesPerDay: 5 }),
  listed({ id: "sold-out", opensIn: -9, closesIn: 20, prize: 500, sold: 10 }),
  listed({ id: "later", opensIn: 30, closesIn: 60 }),
  listed({ id: "soon", opensIn: 3, closesIn: 90 }),
  listed({ id: "over", opensIn: -90, closesIn: -9, prize: 5000, purchasesPerDay: 9 }),
];

describe("filterDraws", () => {
  it.each<[DrawFilter | undefined, string[]]>([
    [undefined, ["ending", "rich", "sold-out", "soon", "later"]],
    ["upcoming", ["soon", "later"]],
    ["ending-soon", ["ending", "rich"]],
    ["highest-jackpot", ["rich", "sold-out", "ending"]],
    ["hot", ["ending"]],
    ["past", ["over"]],
  ])("%s", (filter, ids) => {
    expect(filterDraws(draws, filter).map(({ draw }) => draw.id)).toEqual(ids);
  });
});

describe("filterForBuyers", () => {
  const busy = { opensIn: -9, purchasesPerDay: 5 };
  const test = listed({ ...busy, id: "test", closesIn: 70, isTestDraw: true });
  const gone = listed({ ...busy, id: "gone", closesIn: 30, sold: 10 });
  const all = [...draws, test, gone];

  it.each<[DrawFilter | undefined, string[]]>([
    [undefined, ["ending", "rich", "test"]],
    ["hot", ["ending"]],
    ["upcoming", ["soon", "later"]],
    ["past", ["over"]],
  ])("%s", (filter, ids) => {
    expect(filterForBuyers(all, filter).map(({ draw }) => draw.id)).toEqual(ids);
  });

  it("marks no draw as hot that can't be bought, or whose purchases are tests", () => {
    expect([test, gone].map(({ draw }) => draw.isHot)).toEqual([true, true]);
    expect(all.filter(hasHotMark).map(({ draw }) => draw.id)).toEqual(["ending"]);
  });
});

describe("readDrawFilter", () => {
  it("recognizes the filters and nothing else", () => {
    expect(readDrawFilter("hot")).toBe("hot");
    expect(readDrawFilter(["hot"])).toBeUndefined();
    expect(readDrawFilter("toString")).toBeUndefined();
  });
});
