import { describe, expect, it } from "vitest";
import { findChosenTeam, listPoolPrizes } from "./rules.ticket";

const pool = { left: null, jackpotRoom: null, soldOut: false, jackpotReached: false };
const live = {
  pools: [
    { ...pool, poolId: "main", prize: null },
    { ...pool, poolId: "lights", prize: 705.5 },
    { ...pool, poolId: "jackets", prize: null },
  ],
};
const draw = {
  prizes: { "Grand Prize": [{ description: { en: "A cottage", fr: "Un chalet" } }] },
  winners: [],
  secondDraws: [
    { id: "lights", prizes: {} },
    { id: "jackets", prizes: { "Add On": [{ description: "Five lifejackets" }] } },
    { id: "none", prizes: {} },
  ],
};

describe("what is to be won with the numbers of each pool", () => {
  it("is a raffle's greatest prize, and what a 50/50 has grown to", () => {
    expect([...listPoolPrizes(draw, live, "en")]).toEqual([
      ["main", { words: "A cottage", isGrowing: false }],
      ["lights", { words: "$705", isGrowing: true }],
      ["jackets", { words: "Five lifejackets", isGrowing: false }],
    ]);
  });

  it("is said in the reader's language", () => {
    expect(listPoolPrizes(draw, live, "fr").get("main")?.words).toBe("Un chalet");
  });

  it("is nothing once it is drawn", () => {
    const winner = { poolId: "main", prizeType: "Grand Prize", number: 4, drawnAt: "2026-11-21T12:00:00Z" } as const;
    expect([...listPoolPrizes({ ...draw, winners: [winner] }, live, "en").keys()]).toEqual(["lights", "jackets"]);
  });
});

const foxes = { id: "foxes", name: { en: "Foxes", fr: "Renards" } };
const teams = [
  { id: "crews", title: { en: "Crews", fr: "Équipages" }, teams: [foxes, { id: "hares", name: "Hares" }] },
];

it.each([
  ["foxes", { name: "Renards", isWhole: false }],
  ["crews", { name: "Équipages", isWhole: true }],
  [null, null],
  ["gone", null],
])("of the choice %s is named in the buyer's language, or not at all", (chosen, named) => {
  expect(findChosenTeam({ teams }, chosen, "fr")).toEqual(named);
});
