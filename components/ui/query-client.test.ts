// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { createQueryClient, pollQuery } from "./query-client";

let asked: { signal: AbortSignal; answer: (text: string) => void }[];
let told: string[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  told = [];
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function observe() {
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((answer) => {
      asked.push({ signal, answer });
    });
  return pollQuery({ queryKey: ["order"], queryFn, refetchInterval: 1000 }, { onData: (text) => told.push(text) });
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

describe("a query observed outside of React", () => {
  it("doesn't run after it has ended, and aborts a call in progress", async () => {
    const { stop } = observe();
    await pass(0);
    expect(asked).toHaveLength(1);
    stop();
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer("late");
    for (const event of ["offline", "online"]) window.dispatchEvent(new Event(event));
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    await pass(5000);
    expect(asked).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it("reports each answer, even an identical one, and none that another query was given", async () => {
    const first = observe();
    asked[0]?.answer("reserved");
    await pass(1000);
    asked[1]?.answer("reserved");
    await pass(0);
    expect(told).toEqual(["reserved", "reserved"]);
    first.stop();
    const second = observe();
    await pass(0);
    expect(told).toHaveLength(2);
    second.stop();
  });

  it("keeps nothing of what it read", async () => {
    const clear = vi.spyOn(QueryClient.prototype, "clear");
    const { observer, stop } = observe();
    asked[0]?.answer("of a buyer");
    await pass(0);
    expect(observer.getCurrentQuery().state.data).toBe("of a buyer");
    stop();
    const [client] = clear.mock.contexts as QueryClient[];
    expect(client?.getQueryCache().getAll()).toEqual([]);
  });
});

describe("a page's queries", () => {
  it("are dropped once no component uses them anymore", async () => {
    const client = createQueryClient();
    await client.prefetchQuery({ queryKey: ["order"], queryFn: () => "of a buyer" });
    expect(client.getQueryData(["order"])).toBe("of a buyer");
    await pass(1000);
    expect(client.getQueryCache().getAll()).toEqual([]);
  });
});
