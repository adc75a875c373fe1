import { expect, it } from "vitest";

import { dayMs } from "@/lib/durations";
import { listByLikelihood } from "./draw-question";

const now = Date.UTC(2026, 10, 20);

const draw = (id: string, drawnInDays: number, { salesOpen = false, isTest = false } = {}) => ({
  ...{ id, salesOpen, isTest },
  drawsAt: new Date(now + drawnInDays * dayMs).toISOString(),
});

it("draws on sale or drawn lately are offered first, the nearest drawing before others, and test draws last", () => {
  const draws = [
    draw("test", 1, { salesOpen: true, isTest: true }),
    draw("long-ago", -40),
    draw("not-yet", 3),
    draw("later", 30, { salesOpen: true }),
    draw("lately", -2),
    draw("soon", 1, { salesOpen: true }),
  ];
  expect(listByLikelihood(draws, now)).toEqual(["soon", "lately", "later", "not-yet", "long-ago", "test"]);
});
