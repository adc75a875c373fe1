import { describe, expect, it } from "vitest";

import { actualDatesOf, prizeStageOf } from "./rules.winners";

describe("the stage of a prize", () => {
  const dates = ["2026-11-01T12:00:00Z", "2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"];
  const draw = { startDate: dates[0] ?? "", endDate: dates[1] ?? "", dates, winners: [] };
  const winner = { poolId: "main", prizeType: "Grand Prize", number: 23, drawnAt: "2026-11-21T12:00:00Z" } as const;

  it("is an estimate until the draw, a refund or a late payment may still change it", () => {
    expect(prizeStageOf(draw, new Date("2026-11-10T12:00:00Z"))).toBe("estimated");
    expect(prizeStageOf(draw, new Date("2026-11-20T18:00:00Z"))).toBe("estimated");
    expect(prizeStageOf(draw, new Date("2026-11-21T12:00:00Z"))).toBe("final");
  });

  it("is won once its number is drawn, and not by an early bird's", () => {
    const now = new Date("2026-11-10T12:00:00Z");
    expect(prizeStageOf({ ...draw, winners: [winner] }, now)).toBe("won");
    expect(prizeStageOf({ ...draw, winners: [{ ...winner, prizeType: "Early Bird" }] }, now)).toBe("estimated");
    expect(prizeStageOf({ ...draw, winners: [{ ...winner, poolId: "second" }] }, now)).toBe("estimated");
  });
});

describe("the dates of a draw", () => {
  const dates = ["2026-11-01T12:00:00Z", "2026-11-22T12:00:00Z", "2026-11-25T12:00:00Z", "2026-11-26T12:00:00Z"];
  const [opens = "", earlyBird = "", closes = "", draws = ""] = dates;
  const approved = { approval_state: "Approved", time_state: "Started" } as const;
  const draw = { startDate: opens, endDate: closes, dates, winners: [], state: approved };
  const now = new Date("2026-11-20T12:00:00Z");

  it("are those of the schedule as long as nothing else happened", () => {
    expect(actualDatesOf(draw, now)).toEqual({
      opensAt: new Date(opens),
      closesAt: new Date(closes),
      drawsAt: new Date(draws),
      earlyBirds: [new Date(earlyBird)],
    });
  });

  it("say no end of sales that is still to come once they were closed early", () => {
    const closed = { ...draw, state: { ...approved, time_state: "Ended" as const } };
    expect(actualDatesOf(closed, now)).toMatchObject({ closesAt: null, drawsAt: new Date(draws) });
    expect(actualDatesOf(closed, new Date(draws)).closesAt).toEqual(new Date(closes));
  });

  it("tell when the number was drawn, and of no early bird after it", () => {
    const drawnAt = "2026-11-20T11:00:00Z";
    const winner = { poolId: "main", prizeType: "Grand Prize" as const, number: 23, drawnAt };
    const drawn = { ...draw, winners: [winner], state: { ...approved, time_state: "Ended" as const } };
    expect(actualDatesOf(drawn, now)).toMatchObject({ closesAt: null, drawsAt: new Date(drawnAt), earlyBirds: [] });
  });
});
