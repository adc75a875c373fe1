import { describe, expect, it } from "vitest";
import { createBatchQueues } from "./batch-queue";
import type { Database } from "./database";

const unavailable = Object.assign(new Error("gone"), { code: "57P01" });

/** `batches` records the items written together. Negative numbers fail their statement. */
function open({ maxBatch = 4, maxWaiting = 10, error = new Error("negative") } = {}) {
  const batches: number[][] = [];
  const write = async (items: number[]) => {
    batches.push(items);
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (items.some((item) => item < 0)) throw error;
    return items.map((item) => item * 10);
  };
  const writeOne = async (item: number) => (await write([item]))[0] ?? 0;
  const getQueue = createBatchQueues<number, number>(() => ({ writeAll: write, writeOne, maxBatch, maxWaiting }));
  return { batches, queue: getQueue({} as Database, "numbers") };
}

async function collectOutcomes(queue: ReturnType<typeof open>["queue"], items: number[]) {
  const settled = await Promise.allSettled(items.map((item) => queue.join(item, false)));
  return settled.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason.message)));
}

describe("a queue of writes", () => {
  it("writes simultaneous ones together, and later ones after them, in order", async () => {
    const { queue, batches } = open();
    expect(await collectOutcomes(queue, [1, 2, 3, 4, 5, 6])).toEqual([10, 20, 30, 40, 50, 60]);
    expect(batches).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });

  it("keeps those together that come again as soon as they are answered", async () => {
    const { queue, batches } = open();
    const comeTwice = async (item: number) => {
      await queue.join(item, false);
      await queue.join(item + 1, false);
    };
    await Promise.all([10, 20, 30].map(comeTwice));
    expect(batches).toEqual([
      [10, 20, 30],
      [11, 21, 31],
    ]);
  });

  it("gives each its own error: a batch that fails is written one by one, in the same order", async () => {
    const { queue, batches } = open();
    expect(await collectOutcomes(queue, [1, 2, -3, 4, 5, 6, 7])).toEqual([10, 20, "negative", 40, 50, 60, 70]);
    expect(batches).toEqual([[1, 2, -3, 4], [1], [2], [-3], [4], [5, 6], [7]]);
  });

  it("continues in small batches after a failure, which grow again", async () => {
    const { queue, batches } = open({ maxBatch: 8, maxWaiting: 50 });
    await collectOutcomes(queue, [1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    expect(batches.filter((turn) => turn.length > 1).map((turn) => turn.length)).toEqual([8, 2, 4, 3]);
  });

  it("asks an unreachable database once, and answers everyone who is waiting", async () => {
    const { queue, batches } = open({ maxBatch: 2, error: unavailable });
    expect(await collectOutcomes(queue, [1, -2, 3, 5])).toEqual(["gone", "gone", "gone", "gone"]);
    expect(batches).toEqual([[1, -2]]);
    expect(await collectOutcomes(queue, [4])).toEqual([40]);
  });

  it("lets those with priority go first, and turns away others when too many of their kind are waiting", async () => {
    const { queue, batches } = open({ maxWaiting: 2 });
    const joined = [1, 2, 3].map((item) => queue.join(item, false));
    expect(joined[2]).toBeNull();
    expect(queue.queueLength()).toBe(2);
    const first = queue.join(9, true);
    expect(await first).toBe(90);
    expect(await Promise.all(joined)).toEqual([10, 20, null]);
    expect(batches).toEqual([[9, 1, 2]]);
  });
});
