import { describe, expect, it } from "vitest";

import { computeNextTryAt } from "./rules";

const hour = 3_600_000;
const minute = 60_000;
const queuedAt = new Date("2026-11-20T18:00:00Z");

/** The times of all attempts for an email that is never accepted, in ms after it was queued. */
function attemptStatesOf(isAboutMail: boolean): number[] {
  const times = [0];
  let now = queuedAt;
  for (let tries = 1; ; tries += 1) {
    const next = computeNextTryAt({ queuedAt, tries, isAboutMail }, now);
    if (!next) return times;
    now = next;
    times.push(now.getTime() - queuedAt.getTime());
  }
}

function waitsOf(times: number[]): number[] {
  return times.slice(1).map((at, index) => at - (times[index] ?? 0));
}

describe("an email that isn't accepted", () => {
  it("is retried after seconds, minutes and hours, then daily, and given up after five days", () => {
    const times = attemptStatesOf(true);
    const waits = waitsOf(times);
    expect(waits[0]).toBeLessThan(minute);
    expect(waits).toEqual([...waits].sort((left, right) => left - right));
    expect(waits.filter((wait) => wait === 24 * hour).length).toBeGreaterThanOrEqual(4);
    expect(times.at(-1)).toBeGreaterThanOrEqual(5 * 24 * hour);
    expect(times.at(-1)).toBeLessThan(6.5 * 24 * hour);
  });

  it("is retried within minutes as long as it is the server that is down", () => {
    const times = attemptStatesOf(false);
    expect(Math.max(...waitsOf(times))).toBeLessThanOrEqual(5 * minute);
    expect(times.at(-1)).toBeGreaterThanOrEqual(5 * 24 * hour);
  });
});
