import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Module = typeof import("./render-queue");
type RenderPriority = Parameters<Module["queueRendering"]>[0];

let queueRendering: Module["queueRendering"];
let respondBetweenCalls: Module["respondBetweenCalls"];
let started: string[];
let ends: Map<string, () => void>;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  ({ queueRendering, respondBetweenCalls } = await import("./render-queue"));
  [started, ends] = [[], new Map()];
});
afterEach(async () => {
  for (const name of started) await waitForEnd(name);
  vi.useRealTimers();
});

/** Queues a rendering that runs until the test ends it. Returns false if it was refused. */
function enqueue(name: string, priority: RenderPriority, isWanted = () => true): boolean {
  const begin = (end: () => void) => {
    started.push(name);
    ends.set(name, end);
  };
  return queueRendering(priority, { isWanted, begin, drop: () => void started.push(`${name} dropped`) });
}

async function waitForEnd(name: string): Promise<void> {
  ends.get(name)?.();
  await vi.advanceTimersByTimeAsync(10);
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("queueRendering", () => {
  it("has two under way: of those for a crowd and those of buyers by turns, each in the order in which they came", async () => {
    for (const priority of ["sale", "shared"] as const)
      for (const at of times(3)) enqueue(`${priority} ${at}`, priority);
    expect(started).toEqual(["sale 0", "sale 1"]);
    for (let index = 0; index < started.length; index += 1) {
      expect(started.length).toBe(Math.min(index + 2, 6));
      await waitForEnd(started[index] ?? "");
    }
    expect(started).toEqual(["sale 0", "sale 1", "shared 0", "sale 2", "shared 1", "shared 2"]);
  });

  it("has others wait until nothing else is under way, and then as long as they take", async () => {
    for (const name of ["a", "b"]) enqueue(name, "other");
    enqueue("buyer", "sale");
    expect(started).toEqual(["a", "buyer"]);
    await waitForEnd("buyer");
    await vi.advanceTimersByTimeAsync(70);
    await waitForEnd("a");
    await vi.advanceTimersByTimeAsync(50);
    expect(started).toEqual(["a", "buyer"]);
    enqueue("next buyer", "sale");
    expect(started).toEqual(["a", "buyer", "next buyer"]);
    await waitForEnd("next buyer");
    await vi.advanceTimersByTimeAsync(70);
    expect(started).toEqual(["a", "buyer", "next buyer", "b"]);
  });

  it("has one of the others each second, however many buyers wait", async () => {
    for (const name of ["a", "b", "c"]) enqueue(name, "other");
    for (const at of times(100)) enqueue(`buyer ${at}`, "sale");
    for (let index = 0; index < 60; index += 1) {
      await vi.advanceTimersByTimeAsync(50);
      await waitForEnd(started[index] ?? "");
    }
    expect(started.filter((name) => name.length === 1)).toEqual(["a", "b", "c"]);
    for (let index = 60; index < started.length; index += 1) await waitForEnd(started[index] ?? "");
    expect(started).toHaveLength(103);
  });

  it("refuses nobody who buys, and of the others those who come when a hundred wait that somebody wants", async () => {
    let isThere = true;
    expect(times(500).every((at) => enqueue(`buyer ${at}`, "sale"))).toBe(true);
    const others = times(110).map((at) => enqueue(`other ${at}`, "other", () => isThere));
    expect(others.filter(Boolean)).toHaveLength(100);
    expect(enqueue("one more", "sale")).toBe(true);
    isThere = false;
    expect(enqueue("other who comes later", "other")).toBe(true);
    for (let index = 0; index < started.length; index += 1) await waitForEnd(started[index] ?? "");
    expect(started.filter((name) => name.startsWith("buyer"))).toHaveLength(500);
    expect(started.filter((name) => name.endsWith("dropped"))).toHaveLength(100);
    expect(started).toEqual(expect.arrayContaining(["one more", "other who comes later"]));
  });

  it("leaves the thread to others after each", async () => {
    for (const name of ["a", "b", "c"]) enqueue(name, "sale");
    await vi.advanceTimersByTimeAsync(20);
    ends.get("a")?.();
    await vi.advanceTimersByTimeAsync(4);
    expect(started).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(6);
    expect(started).toEqual(["a", "b", "c"]);
  });

  it("doesn't wait for one that computes nothing, nor for one that nobody wants any more", async () => {
    for (const name of ["a", "b"]) enqueue(name, "sale");
    enqueue("c", "sale", () => false);
    enqueue("d", "sale");
    await vi.advanceTimersByTimeAsync(1100);
    expect(started).toEqual(["a", "b", "c dropped", "d"]);
    await waitForEnd("a");
    await waitForEnd("d");
  });
});

describe("respondBetweenCalls", () => {
  beforeEach(() => void vi.useRealTimers());

  /** Begins `count` answers, the first of which fails. Returns the number begun after each turn of the event loop. */
  async function followAnswers(count: number): Promise<number[]> {
    const seen: number[] = [];
    const begin = (index: number) => {
      seen[index] = index;
      if (index === 0) throw new Error("The first one fails");
    };
    process.once("uncaughtException", () => undefined);
    for (const at of times(count)) respondBetweenCalls(() => begin(at));
    const begunAfter = [seen.length];
    while (seen.length < count) {
      await new Promise((resolve) => setImmediate(resolve));
      begunAfter.push(seen.length);
    }
    return begunAfter;
  }

  it("begins one answer in each turn of the event loop, and goes on after one that failed", async () => {
    expect(await followAnswers(30)).toEqual(times(31));
  });
});
