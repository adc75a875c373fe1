import { expect, it } from "vitest";

import { prizeWordOf } from "./prize-word";

const dates = ["2026-11-01T12:00:00Z", "2026-11-20T12:00:00Z", "2026-11-21T12:00:00Z"];
const draw = { startDate: dates[0] ?? "", endDate: dates[1] ?? "", dates, winners: [] };
const winner = { poolId: "main", prizeType: "Grand Prize", number: 23, drawnAt: "2026-11-21T12:00:00Z" } as const;

it("calls a prize estimated as long as sales, a refund or a late payment can change it", () => {
  expect(prizeWordOf(draw, new Date("2026-11-10T12:00:00Z"))).toBe("estimated");
  expect(prizeWordOf(draw, new Date("2026-11-20T18:00:00Z"))).toBe("estimated");
  expect(prizeWordOf(draw, new Date("2026-11-21T12:00:00Z"))).toBe("final");
});

it("calls it won once its number is drawn, but not for an early bird", () => {
  const now = new Date("2026-11-10T12:00:00Z");
  expect(prizeWordOf({ ...draw, winners: [winner] }, now)).toBe("won");
  expect(prizeWordOf({ ...draw, winners: [{ ...winner, prizeType: "Early Bird" }] }, now)).toBe("estimated");
  expect(prizeWordOf({ ...draw, winners: [{ ...winner, poolId: "second" }] }, now)).toBe("estimated");
});
