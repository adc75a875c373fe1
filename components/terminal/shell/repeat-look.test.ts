// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { repeatLook } from "./repeat-look";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("repeatLook", () => {
  it("looks again right after a look during which it was asked to, and one at a time", async () => {
    const answers: (() => void)[] = [];
    const look = vi.fn(() => new Promise<number>((resolve) => answers.push(() => resolve(60_000))));
    const looks = repeatLook({ firstMs: 0, look });
    await vi.advanceTimersByTimeAsync(0);
    looks.lookNow();
    looks.lookNow();
    expect(look).toHaveBeenCalledTimes(1);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(1);
    expect(look).toHaveBeenCalledTimes(2);
    answers[1]?.();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(look).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1100);
    expect(look).toHaveBeenCalledTimes(3);
    looks.stop();
  });

  it("does not look once it has ended, and tells a look that is under way", async () => {
    let signal: AbortSignal | undefined;
    const look = vi.fn(async (given: AbortSignal) => {
      signal = given;
      return 1000;
    });
    const looks = repeatLook({ firstMs: 0, look });
    await vi.advanceTimersByTimeAsync(0);
    looks.stop();
    window.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(look).toHaveBeenCalledTimes(1);
    expect(signal?.aborted).toBe(true);
  });
});
