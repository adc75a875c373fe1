import { describe, expect, it } from "vitest";

import { momentsOf, nextEarlyBirdOf, prizesAtEnd } from "./rules.moments";

const [opens, early, closes, draws] = [
  "2026-11-01T12:00:00Z",
  "2026-11-22T12:00:00Z",
  "2026-11-25T12:00:00Z",
  "2026-11-26T12:00:00Z",
] as const;
const now = new Date("2026-11-20T12:00:00Z");

const draw = {
  startDate: opens,
  endDate: closes,
  dates: [opens, early, closes, draws],
  state: { approval_state: "Approved" as const, time_state: "Started" as const },
  prizes: {
    "Grand Prize": [{ description: "A cottage", drawDate: draws }],
    "Early Bird": [{ description: "A pie", drawDate: early }],
    "Add On": [{ description: "A jersey" }],
  },
  secondDraws: [],
  winners: [],
};

const told = (given: Parameters<typeof momentsOf>[0]) =>
  momentsOf(given, now).map(({ kind, isPast, prizes }) => [
    kind,
    isPast,
    ...prizes.map(({ prize }) => prize.description),
  ]);

describe("the moments of a draw", () => {
  it("are in order, each drawing with its prizes; a prize without a date is drawn at the end", () => {
    expect(told(draw)).toEqual([
      ["opens", true],
      ["early-bird", false, "A pie"],
      ["closes", false],
      ["draw", false, "A cottage", "A jersey"],
    ]);
  });

  it("have a prize of another date by itself, and an early bird without a date last", () => {
    const prizes = {
      "Grand Prize": [{ description: "A boat", drawDate: "2026-11-19T12:00:00Z" }],
      "Early Bird": [{ description: "A pie" }],
    };
    expect(told({ ...draw, prizes })).toEqual([
      ["opens", true],
      ["prize", true, "A boat"],
      ["early-bird", false],
      ["closes", false],
      ["draw", false],
      ["prize", false, "A pie"],
    ]);
  });

  it("leave out the close of sales where they were over early and nobody knows since when", () => {
    const state = { ...draw.state, time_state: "Ended" as const };
    const kinds = (given: object) => momentsOf({ ...draw, state, ...given }, now).map(({ kind }) => kind);
    expect(kinds({})).toEqual(["opens", "early-bird", "draw"]);
    const winner = { poolId: "main", prizeType: "Grand Prize" as const, number: 23, drawnAt: "2026-11-19T12:00:00Z" };
    expect(kinds({ winners: [winner], prizes: {} })).toEqual(["opens", "draw"]);
    expect(momentsOf({ ...draw, state }, new Date(draws)).map(({ kind }) => kind)).toContain("closes");
    expect(kinds({ closedAt: now.toISOString() })).toContain("closes");
  });

  it("leave out what was won: it is told with its winner", () => {
    const winner = { poolId: "main", prizeType: "Grand Prize" as const, number: 23, drawnAt: draws };
    expect(told({ ...draw, winners: [winner] }).at(-1)).toEqual(["draw", true, "A jersey"]);
  });
});

it("the drawing at the end has the prizes of that moment and those without one, but no early bird's", () => {
  const prizes = {
    ...draw.prizes,
    "Early Bird": [...draw.prizes["Early Bird"], { description: "A cake" }],
    "Add On": [...draw.prizes["Add On"], { description: "A canoe", drawDate: early }],
  };
  expect(prizesAtEnd(prizes, new Date(draws)).map(({ description }) => description)).toEqual(["A cottage", "A jersey"]);
});

describe("the next early bird", () => {
  it("is the first one ahead, with what is won in it, and none once all are past", () => {
    const prizes = { "Early Bird": [{ description: "A pie", drawDate: early }] };
    expect(nextEarlyBirdOf({ ...draw, prizes }, now)).toEqual({ at: new Date(early), prizes: prizes["Early Bird"] });
    expect(nextEarlyBirdOf({ ...draw, prizes }, new Date(early))).toBeNull();
  });
});
