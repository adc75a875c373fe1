import { describe, expect, it } from "vitest";
import { findDrawing, findDrawingMethodKey, getActualDates, getPrizeStage } from "./rules.stage";
import { findPrizeWinner, findWinnerPrize, isAllDrawn } from "./rules.winners";

describe("the stage of a prize", () => {
  const dates = ["2026-11-01T12:00:00Z", "2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"];
  const draw = { startDate: dates[0] ?? "", endDate: dates[1] ?? "", dates, winners: [], prizes: {} };
  const winner = { poolId: "main", prizeType: "Grand Prize", number: 23, drawnAt: "2026-11-21T12:00:00Z" } as const;

  it("is an estimate until the draw, a refund or a late payment may still change it", () => {
    expect(getPrizeStage(draw, new Date("2026-11-10T12:00:00Z"))).toBe("estimated");
    expect(getPrizeStage(draw, new Date("2026-11-20T18:00:00Z"))).toBe("estimated");
    expect(getPrizeStage(draw, new Date("2026-11-21T12:00:00Z"))).toBe("final");
  });

  it("is won once its number is drawn, and not by an early bird's", () => {
    const now = new Date("2026-11-10T12:00:00Z");
    expect(getPrizeStage({ ...draw, winners: [winner] }, now)).toBe("won");
    expect(getPrizeStage({ ...draw, winners: [{ ...winner, prizeType: "Early Bird" }] }, now)).toBe("estimated");
    expect(getPrizeStage({ ...draw, winners: [{ ...winner, poolId: "second" }] }, now)).toBe("estimated");
  });
});

describe("the dates of a draw", () => {
  const dates = ["2026-11-01T12:00:00Z", "2026-11-22T12:00:00Z", "2026-11-25T12:00:00Z", "2026-11-26T12:00:00Z"];
  const [opens = "", earlyBird = "", closes = "", draws = ""] = dates;
  const approved = { approval_state: "Approved", time_state: "Started" } as const;
  const draw = { startDate: opens, endDate: closes, dates, winners: [], prizes: {}, state: approved };
  const now = new Date("2026-11-20T12:00:00Z");

  it("are those of the schedule as long as nothing else happened", () => {
    expect(getActualDates(draw, now)).toEqual({
      opensAt: new Date(opens),
      closesAt: new Date(closes),
      drawsAt: new Date(draws),
      earlyBirds: [new Date(earlyBird)],
    });
  });

  it("have the early birds that a prize alone names", () => {
    const at = "2026-11-10T12:00:00Z";
    const prizes = { "Early Bird": [{ description: "A pie", drawDate: at }] };
    expect(getActualDates({ ...draw, prizes }, now).earlyBirds).toEqual([new Date(at), new Date(earlyBird)]);
  });

  it("say no end of sales that is still to come once they were closed early", () => {
    const closed = { ...draw, state: { ...approved, time_state: "Ended" as const } };
    expect(getActualDates(closed, now)).toMatchObject({ closesAt: null, drawsAt: new Date(draws) });
    expect(getActualDates(closed, new Date(draws)).closesAt).toEqual(new Date(closes));
  });

  it("say when sales were closed by hand, unless the schedule had closed them, or the number was drawn before", () => {
    const state = { ...approved, time_state: "Ended" as const };
    const closedAt = "2026-11-19T12:00:00Z";
    const closesOf = (given: object) => getActualDates({ ...draw, state, closedAt, ...given }, now).closesAt;
    const drawnAt = (at: string) => ({
      winners: [{ poolId: "main", prizeType: "Grand Prize", number: 23, drawnAt: at }],
    });
    expect(closesOf({})).toEqual(new Date(closedAt));
    // A winner may be listed shortly before the drawing.
    expect(closesOf(drawnAt("2026-11-20T12:03:00Z"))).toEqual(new Date(closedAt));
    expect(closesOf(drawnAt("2026-11-18T12:00:00Z"))).toBeNull();
    expect(getActualDates({ ...draw, state, closedAt: draws }, new Date(draws)).closesAt).toEqual(new Date(closes));
  });

  it("tell when the number was drawn, and of no early bird after it", () => {
    const drawnAt = "2026-11-20T11:00:00Z";
    const winner = { poolId: "main", prizeType: "Grand Prize" as const, number: 23, drawnAt };
    const drawn = { ...draw, winners: [winner], state: { ...approved, time_state: "Ended" as const } };
    expect(getActualDates(drawn, now)).toMatchObject({ closesAt: null, drawsAt: new Date(drawnAt), earlyBirds: [] });
    // Sales that ended by the drawing did not close later, whatever the schedule says.
    expect(getActualDates(drawn, new Date(draws)).closesAt).toBeNull();
  });
});

it("how a number is drawn is what somebody said, and nothing where nobody did", () => {
  const wordsOf = (useRNG?: boolean) =>
    findDrawingMethodKey({ winners: [], secondDraws: [], ...(useRNG === undefined ? {} : { useRNG }) }, "main");
  expect([wordsOf(true), wordsOf(false), wordsOf()]).toEqual(["drawnByGenerator", "drawnByHand", null]);
});

describe("a draw with several pools", () => {
  const grand = (poolId: string) => ({ poolId, prizeType: "Grand Prize" as const });
  const canoe = { id: "canoe", prizes: {}, settings: { enabled: true } };
  const draw = { prizes: {}, secondDraws: [canoe], winners: [grand("main"), grand("canoe")] };

  it("is all drawn once each of them is, and not by an early bird's number", () => {
    expect(isAllDrawn(draw)).toBe(true);
    expect(isAllDrawn({ ...draw, winners: [grand("main")] })).toBe(false);
    expect(isAllDrawn({ ...draw, winners: [grand("main"), { ...grand("canoe"), prizeType: "Early Bird" }] })).toBe(
      false,
    );
  });

  it("waits for each prize that is drawn at its end, and for no pool that is off", () => {
    const prizes = { "Grand Prize": [{ description: "a boat" }, { description: "a car" }] };
    expect(isAllDrawn({ ...draw, prizes })).toBe(false);
    expect(isAllDrawn({ ...draw, prizes, winners: [...draw.winners, grand("main")] })).toBe(true);
    const off = { ...canoe, settings: { enabled: false } };
    expect(isAllDrawn({ ...draw, secondDraws: [off], winners: [grand("main")] })).toBe(true);
  });
});

describe("the prize of a winner", () => {
  const [noon, evening] = ["2026-11-20T17:00:00Z", "2026-11-20T23:00:00Z"];
  const prize = (description: string, more: object = {}) => ({ description, ...more });
  const pie = prize("pie", { winningTicketNumber: 47 });
  const winner = (number: number, prizeType: "Grand Prize" | "Early Bird", more: object = {}) => ({
    ...{ poolId: "main", prizeType, number, drawnAt: evening },
    ...more,
  });
  const drawOf = (birds: object[]) =>
    ({
      prizes: { "Grand Prize": [prize("half")], "Early Bird": birds },
      secondDraws: [{ id: "puck", prizes: { "Grand Prize": [prize("puck")] } }],
    }) as unknown as Parameters<typeof findWinnerPrize>[0];
  const wonOf = (birds: object[], one: Parameters<typeof findWinnerPrize>[1]) =>
    findWinnerPrize(drawOf(birds), one)?.description;

  it("is the only one of its pool and type", () => {
    expect(wonOf([], winner(7, "Grand Prize"))).toBe("half");
    expect(wonOf([], winner(7, "Grand Prize", { poolId: "puck" }))).toBe("puck");
    expect(wonOf([prize("pie")], winner(7, "Early Bird"))).toBe("pie");
    expect(wonOf([], winner(7, "Early Bird"))).toBeUndefined();
  });

  it("is the one with its number, and never one with another's", () => {
    expect(wonOf([prize("groceries"), pie], winner(47, "Early Bird"))).toBe("pie");
    expect(wonOf([pie], winner(48, "Early Bird"))).toBeUndefined();
  });

  it("is the only one of its moment, and none where several are", () => {
    const birds = (second: string) => [prize("pie", { drawDate: noon }), prize("groceries", { drawDate: second })];
    expect(wonOf(birds(evening), winner(7, "Early Bird"))).toBe("groceries");
    expect(wonOf(birds(noon), winner(7, "Early Bird", { drawnAt: noon }))).toBeUndefined();
    expect(wonOf([prize("pie"), prize("groceries")], winner(7, "Early Bird"))).toBeUndefined();
  });

  it("leads back to its winner", () => {
    const draw = {
      ...drawOf([pie, prize("groceries", { winningTicketNumber: 9 })]),
      winners: [winner(47, "Early Bird")],
    };
    const [first, second] = draw.prizes["Early Bird"] ?? [];
    expect(first && findPrizeWinner(draw, first)?.number).toBe(47);
    expect(second && findPrizeWinner(draw, second)).toBeUndefined();
  });
});

describe("a drawing", () => {
  const now = new Date("2026-11-20T12:00:00Z");
  const [before, after] = ["2026-11-20T11:00:00Z", "2026-11-20T13:00:00Z"];

  it("is ahead or past by its date, and drawn only with a winner, at the winner's moment", () => {
    expect(findDrawing(undefined, after, now)).toEqual({ at: new Date(after), stage: "ahead" });
    expect(findDrawing(undefined, before, now)).toEqual({ at: new Date(before), stage: "past" });
    expect(findDrawing({ drawnAt: before }, after, now)).toEqual({ at: new Date(before), stage: "drawn" });
    expect(findDrawing(undefined, undefined, now)).toBeNull();
  });
});
