// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OrderResult } from "@/lib/orders/client";
import { orderQuery } from "@/lib/orders/client";
import { fakeOrder } from "@/tests/support/views/fake-order";
import type { OrderPolling } from "./poll-order";

import { pollOrder } from "./poll-order";

const order = { instanceId: "demo", orderId: fakeOrder().orderId };
const start = Date.parse("2026-11-20T12:00:00Z");

let polls: number[] = [];
let answers: OrderResult[] = [];
let network: () => Promise<Response>;
let polling: OrderPolling | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  polls = [];
  answers = [];
  network = async () => Response.json({ order: fakeOrder({ status: "unknown" }) });
  vi.stubGlobal("fetch", () => {
    polls.push((Date.now() - start) / 1000);
    return network();
  });
});

afterEach(() => {
  polling?.stop();
  setHidden(false);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function setHidden(hidden: boolean): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, value: hidden ? "hidden" : "visible" });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

function startPolling(firstMs?: number): void {
  polling = pollOrder(orderQuery(order), {
    ...(firstMs === undefined ? {} : { firstMs }),
    onAnswer: (answer) => answers.push(answer),
  });
}

async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
}

describe("a polled order", () => {
  it("is polled at growing intervals, at most half a minute", async () => {
    startPolling();
    await pass(30);
    expect(polls).toEqual([2, 4, 7, 11.5, 18.25, 28.375]);
    await pass(300);
    const intervals = polls.slice(1).map((at, index) => at - (polls[index] ?? 0));
    expect(Math.max(...intervals)).toBeCloseTo(30, 2);
    expect(answers.every((answer) => answer.ok)).toBe(true);
  });

  it("is polled just the same while the server can't be reached, and each failure is reported", async () => {
    network = () => Promise.reject(new TypeError("Failed to fetch"));
    startPolling(0);
    await pass(6);
    expect(polls).toEqual([0, 2, 5]);
    expect(answers.map((answer) => answer.ok)).toEqual([false, false, false]);
    network = async () => Response.json({ order: fakeOrder({ status: "finalized" }) });
    await pass(30);
    expect(answers.at(-1)).toMatchObject({ ok: true, order: { status: "finalized" } });
  });

  it("isn't polled while the page is hidden, but immediately when it is shown again", async () => {
    startPolling();
    await pass(2);
    setHidden(true);
    await pass(600);
    expect(polls).toEqual([2]);
    setHidden(false);
    await pass(2);
    expect(polls).toEqual([2, 602, 604]);
  });

  it("is polled immediately when the network is back, at short intervals again", async () => {
    network = () => Promise.reject(new TypeError("Failed to fetch"));
    startPolling();
    await pass(100);
    const before = polls.length;
    window.dispatchEvent(new Event("offline"));
    window.dispatchEvent(new Event("online"));
    await pass(2);
    expect(polls.slice(before)).toEqual([100, 102]);
  });

  it("that is polled because the network was lost is polled again when it is back", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    network = () => Promise.reject(new TypeError("Failed to fetch"));
    startPolling();
    await pass(100);
    const before = polls.length;
    expect(before).toBeGreaterThan(5);
    window.dispatchEvent(new Event("online"));
    await pass(2);
    expect(polls.slice(before)).toEqual([100, 102]);
  });

  it("is requested one call at a time, however often it is asked for", async () => {
    let answer: (response: Response) => void = () => undefined;
    network = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    startPolling(0);
    await pass(1);
    for (let click = 0; click < 5; click += 1) polling?.pollNow();
    expect(polls).toHaveLength(1);
    answer(Response.json({ order: fakeOrder() }));
    await pass(2);
    expect(polls).toEqual([0, 3]);
  });

  it("is left alone after the end, even by an answer already on its way", async () => {
    startPolling(0);
    await vi.advanceTimersByTimeAsync(0);
    polling?.stop();
    await pass(100);
    setHidden(true);
    setHidden(false);
    for (const event of ["offline", "online"]) window.dispatchEvent(new Event(event));
    polling?.pollNow();
    await pass(100);
    expect(polls).toEqual([0]);
  });
});
