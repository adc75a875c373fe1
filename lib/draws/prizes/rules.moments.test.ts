import { describe, expect, it } from "vitest";

import {
  findEarlyBirdNumber,
  findNextEarlyBird,
  listEarlyBirdChances,
  listEarlyBirdPrizes,
  listFinalPrizes,
  listMoments,
  listWinnableEarlyBirds,
} from "./rules.moments";

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

const told = (given: Parameters<typeof listMoments>[0]) =>
  listMoments(given, now).map(({ kind, isPast, prizes }) => [
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
    const kinds = (given: object) => listMoments({ ...draw, state, ...given }, now).map(({ kind }) => kind);
    expect(kinds({})).toEqual(["opens", "early-bird", "draw"]);
    const winner = { poolId: "main", prizeType: "Grand Prize" as const, number: 23, drawnAt: "2026-11-19T12:00:00Z" };
    expect(kinds({ winners: [winner], prizes: {} })).toEqual(["opens", "draw"]);
    expect(listMoments({ ...draw, state }, new Date(draws)).map(({ kind }) => kind)).toContain("closes");
    expect(kinds({ closedAt: now.toISOString() })).toContain("closes");
  });

  it("have what was won with its winner, and that of the draw itself at its drawing, whenever that was", () => {
    const winner = { poolId: "main", prizeType: "Grand Prize" as const, number: 23, drawnAt: draws };
    const [end] = listMoments({ ...draw, winners: [winner] }, now).slice(-1);
    expect(end?.prizes.map((prize) => prize.winner?.number)).toEqual([23, undefined]);
    const prizes = { "Grand Prize": [{ description: "A boat", drawDate: "2026-11-19T12:00:00Z" }] };
    expect(told({ ...draw, prizes, winners: [winner] }).at(-1)).toEqual(["draw", true, "A boat"]);
  });

  it("leave out what was won at no moment of the schedule: it is told with its winner", () => {
    const winner = { poolId: "main", prizeType: "Early Bird" as const, number: 7, drawnAt: early };
    const prizes = { "Early Bird": [{ description: "A pie", drawDate: closes, winningTicketNumber: 7 }] };
    const dates = [opens, closes, draws];
    expect(told({ ...draw, dates, prizes: { "Early Bird": [{ description: "A pie" }] }, winners: [winner] })).toEqual([
      ["opens", true],
      ["closes", false],
      ["draw", false],
    ]);
    expect(told({ ...draw, dates, prizes, winners: [winner] })).toContainEqual(["early-bird", false, "A pie"]);
  });
});

it("an early bird's winner is of the one within a day before it was drawn, where there are several", () => {
  const later = "2026-11-24T12:00:00Z";
  const birds = { ...draw, dates: [opens, early, later, closes, draws] };
  const winner = { poolId: "main", prizeType: "Early Bird" as const, number: 7 };
  const numberAt = (drawnAt: string, given = birds) => findEarlyBirdNumber(given, { ...winner, drawnAt });
  const [soon, late] = ["2026-11-22T12:20:00Z", "2026-11-23T13:00:00Z"];
  expect([early, soon, later, late, opens].map((at) => numberAt(at))).toEqual([1, 1, 2, undefined, undefined]);
  expect(numberAt(early, draw)).toBeUndefined();
});

it("the drawing at the end has the prizes of that moment and those without one, but no early bird's", () => {
  const prizes = {
    ...draw.prizes,
    "Early Bird": [...draw.prizes["Early Bird"], { description: "A cake" }],
    "Add On": [...draw.prizes["Add On"], { description: "A canoe", drawDate: early }],
  };
  expect(listFinalPrizes(prizes, new Date(draws)).map(({ description }) => description)).toEqual([
    "A cottage",
    "A jersey",
  ]);
});

describe("a cut-off", () => {
  const prizes = {
    "Early Bird": [
      { description: "A pie", cutOffDate: "2026-11-21T12:00:00Z", drawDate: early },
      { description: "A cake", cutOffDate: "2026-11-22T10:00:00Z", drawDate: early },
    ],
  };
  const winnableAt = (soldAt: string) =>
    listWinnableEarlyBirds({ ...draw, prizes }, new Date(soldAt)).map(({ number, at, prizes: own }) => [
      number,
      at.toISOString(),
      ...own.map(({ description }) => description),
    ]);
  const at = new Date(early).toISOString();

  it("is the end of what a ticket can win, prize by prize, and the moment itself still counts", () => {
    expect(winnableAt("2026-11-21T12:00:00Z")).toEqual([[1, at, "A pie", "A cake"]]);
    expect(winnableAt("2026-11-21T12:00:00.001Z")).toEqual([[1, at, "A cake"]]);
    expect(winnableAt("2026-11-22T10:00:00.001Z")).toEqual([]);
  });

  it("is the date where a prize has none, or where a date has no prize", () => {
    const undated = { "Early Bird": [{ description: "A pie", drawDate: early }] };
    for (const own of [undated, {}]) {
      const [bird] = listEarlyBirdPrizes({ ...draw, prizes: own });
      expect(bird?.cutOffAt).toEqual(new Date(early));
    }
  });

  it("is each prize's own, and a date without a prize has its own end", () => {
    expect(
      listEarlyBirdChances({ ...draw, prizes }).map(({ prize, cutOffAt }) => [prize?.description, cutOffAt]),
    ).toEqual(prizes["Early Bird"].map(({ description, cutOffDate }) => [description, new Date(cutOffDate)]));
    const date = new Date(early);
    expect(listEarlyBirdChances({ ...draw, prizes: {} })).toEqual([{ at: date, cutOffAt: date, prize: null }]);
  });

  it("hides the next early bird from a ticket that was bought after it, although it isn't drawn yet", () => {
    const soldAt = new Date("2026-11-22T11:00:00Z");
    expect(findNextEarlyBird({ ...draw, prizes }, soldAt, soldAt)).toBeNull();
    expect(findNextEarlyBird({ ...draw, prizes }, now, soldAt)?.number).toBe(1);
  });
});

describe("the next early bird", () => {
  it("is the first one ahead, with what is won in it, and none once all are past", () => {
    const prizes = { "Early Bird": [{ description: "A pie", drawDate: early }] };
    expect(findNextEarlyBird({ ...draw, prizes }, now, now)).toEqual({
      number: 1,
      at: new Date(early),
      cutOffAt: new Date(early),
      prizes: prizes["Early Bird"],
    });
    expect(findNextEarlyBird({ ...draw, prizes }, now, new Date(early))).toBeNull();
  });
});
