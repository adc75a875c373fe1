import { expect, it } from "vitest";
import { count } from "./amounts";
import { describeProgress, openProgress } from "./progress";

it("a long command reports its progress every few seconds, a quick one doesn't", () => {
  const lines: string[] = [];
  let atMs = 1000;
  const show = openProgress(
    (line) => lines.push(line),
    () => atMs,
  );
  for (const [ms, done] of [
    [9999, 1],
    [10_000, 1_234_567],
    [14_999, 3],
    [15_000, 4],
  ] as const) {
    atMs = 1000 + ms;
    show(() => count(done));
  }
  expect(lines).toEqual(["10 s: 1,234,567", "15 s: 4"]);
});

it("says how much is done, and of how much if that is known", () => {
  expect(describeProgress({ part: "numbers", drawId: "rink", done: 5000, total: 10_000_000 })).toBe(
    "5,000 of 10,000,000 numbers of rink",
  );
  expect(describeProgress({ part: "payments", drawId: null, done: 500, total: null })).toBe(
    "500 rows of the gateway's report",
  );
});
