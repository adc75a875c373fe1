import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { createImageCache } from "./image-cache";

const toBytes = (text: string) => new Uint8Array(Buffer.from(text));

/** Drawings end on demand. Counts those that run at once. */
function studio() {
  const started: string[] = [];
  const running = { now: 0, most: 0 };
  const ends: (() => void)[] = [];
  const draw = (text: string) => async () => {
    started.push(text);
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await new Promise<void>((resolve) => ends.push(resolve));
    running.now -= 1;
    return toBytes(text);
  };
  const endAll = () => {
    for (const end of ends.splice(0)) end();
  };
  return { started, running, draw, endAll };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("pictures", () => {
  it("are drawn once for simultaneous requests, and again once they are old and show something else", async () => {
    const getPicture = createImageCache({ freshMs: 1000, pauseFactor: 0 });
    const drawings: string[] = [];
    const request = (identity: string) => {
      const draw = async () => {
        drawings.push(identity);
        return toBytes(identity);
      };
      return getPicture({ name: "card", identity, draw });
    };
    const [first, second] = await Promise.all([request("$10"), request("$10")]);
    expect([drawings, first]).toEqual([["$10"], second]);
    expect(await request("$20")).toBe(first);
    await vi.advanceTimersByTimeAsync(1001);
    expect(await request("$10")).toBe(first);
    expect(await request("$20")).toEqual(toBytes("$20"));
    expect(drawings).toEqual(["$10", "$20"]);
  });

  it("are drawn one at a time, with a pause after each", async () => {
    const { started, running, draw, endAll } = studio();
    const getPicture = createImageCache({ pauseFactor: 4, maxPostponedPauseMs: 0 });
    const requests = ["a", "b"].map((name) => getPicture({ name, identity: name, draw: draw(name) }));
    await vi.advanceTimersByTimeAsync(100);
    endAll();
    await requests[0];
    await vi.advanceTimersByTimeAsync(390);
    expect(started).toEqual(["a"]);
    await vi.advanceTimersByTimeAsync(20);
    expect(started).toEqual(["a", "b"]);
    endAll();
    await Promise.all(requests);
    expect(running.most).toBe(1);
  });

  it("may be drawn one after another until too long a pause is owed", async () => {
    const { started, draw, endAll } = studio();
    const getPicture = createImageCache({ pauseFactor: 4, maxPostponedPauseMs: 800 });
    const requests = ["a", "b", "c", "d"].map((name) => getPicture({ name, identity: name, draw: draw(name) }));
    for (const begunBy of [["a"], ["a", "b"], ["a", "b", "c"]]) {
      await vi.advanceTimersByTimeAsync(100);
      expect(started).toEqual(begunBy);
      endAll();
      await vi.advanceTimersByTimeAsync(2);
    }
    await vi.advanceTimersByTimeAsync(350);
    expect(started).toEqual(["a", "b", "c"]);
    await vi.advanceTimersByTimeAsync(100);
    expect(started).toEqual(["a", "b", "c", "d"]);
    endAll();
    await Promise.all(requests);
  });

  it("that take too long are missing, or replaced by the previous ones, and the next one is drawn", async () => {
    const getPicture = createImageCache({ freshMs: 0, timeoutMs: 500, pauseFactor: 0 });
    const never = () => new Promise<Uint8Array<ArrayBuffer>>(() => undefined);
    const stuck = getPicture({ name: "a", identity: "1", draw: never });
    await vi.advanceTimersByTimeAsync(501);
    expect(await stuck).toBeNull();
    const good = await getPicture({ name: "a", identity: "1", draw: async () => toBytes("1") });
    expect(good).not.toBeNull();
    const failing = getPicture({ name: "a", identity: "2", draw: () => Promise.reject(new Error("no ink")) });
    await vi.advanceTimersByTimeAsync(1);
    expect(await failing).toBe(good);
  });

  it.each([
    ["are not tried again for a while once they could not be drawn", 1000, [1, 1, 2]],
    ["are tried again each time without that limit (negative control)", 0, [1, 2, 3]],
  ])("%s", async (_what, afterFailureMs, tries) => {
    const getPicture = createImageCache({ pauseFactor: 0, afterFailureMs });
    let drawings = 0;
    const draw = async () => {
      drawings += 1;
      throw new Error("unreadable");
    };
    const request = () => getPicture({ name: "logo", identity: "logo", draw });
    const counts: number[] = [];
    for (const passMs of [0, 500, 600]) {
      await vi.advanceTimersByTimeAsync(passMs);
      expect(await request()).toBeNull();
      counts.push(drawings);
    }
    expect(counts).toEqual(tries);
  });

  it("are waited for up to a limit, and drawn all the same", async () => {
    const { started, draw, endAll } = studio();
    const getPicture = createImageCache({ timeoutMs: 5000, pauseFactor: 0, waitMs: 1000 });
    const requests = ["a", "b"].map((name) => getPicture({ name, identity: name, draw: draw(name) }));
    await vi.advanceTimersByTimeAsync(1001);
    expect(await Promise.all(requests)).toEqual([null, null]);
    endAll();
    await vi.advanceTimersByTimeAsync(1);
    endAll();
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(["a", "b"]);
    expect(await getPicture({ name: "b", identity: "b", draw: draw("b") })).toEqual(toBytes("b"));
  });

  it("are refused if too many are requested at once", async () => {
    const { started, draw, endAll } = studio();
    const getPicture = createImageCache({ pauseFactor: 0, maxWaiting: 2 });
    const [, , third] = ["a", "b", "c"].map((name) => getPicture({ name, identity: name, draw: draw(name) }));
    expect(await third).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    endAll();
    await vi.advanceTimersByTimeAsync(1);
    expect(started).toEqual(["a", "b"]);
    endAll();
  });
});
