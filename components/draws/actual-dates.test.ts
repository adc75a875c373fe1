import { expect, it } from "vitest";

import { actualDatesOf } from "./actual-dates";

const dates = ["2026-11-01T12:00:00Z", "2026-11-22T12:00:00Z", "2026-11-25T12:00:00Z", "2026-11-26T12:00:00Z"];
const [opens = "", earlyBird = "", closes = "", draws = ""] = dates;
const approved = { approval_state: "Approved", time_state: "Started" } as const;
const draw = { startDate: opens, endDate: closes, dates, winners: [], state: approved };
const now = new Date("2026-11-20T12:00:00Z");

it("are the scheduled ones as long as nothing else happened", () => {
  expect(actualDatesOf(draw, now)).toEqual({
    opensAt: new Date(opens),
    closesAt: new Date(closes),
    drawsAt: new Date(draws),
    earlyBirds: [new Date(earlyBird)],
  });
});

it("include no future end of sales once sales were closed early", () => {
  const closed = { ...draw, state: { ...approved, time_state: "Ended" as const } };
  expect(actualDatesOf(closed, now)).toMatchObject({ closesAt: null, drawsAt: new Date(draws) });
  expect(actualDatesOf(closed, new Date(draws)).closesAt).toEqual(new Date(closes));
});

it("show when the number was drawn, and no early bird after that", () => {
  const drawnAt = "2026-11-20T11:00:00Z";
  const winner = { poolId: "main", prizeType: "Grand Prize" as const, number: 23, drawnAt };
  const drawn = { ...draw, winners: [winner], state: { ...approved, time_state: "Ended" as const } };
  expect(actualDatesOf(drawn, now)).toMatchObject({ closesAt: null, drawsAt: new Date(drawnAt), earlyBirds: [] });
});
