// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Queries } from "@/components/ui/queries";
import type { FakeNetwork } from "@/tests/support/views/fake-network";
import { fakeNetwork } from "@/tests/support/views/fake-network";
import { fakeTerminalOrder } from "@/tests/support/views/fake-terminal-order";
import { useTerminalOrder } from "./use-terminal-order";

const orderId = "0123456789ABCDEFGHJKMNPQRS";
const path = `/api/terminal/orders/demo/${orderId}`;
const reserved = fakeTerminalOrder({ orderId });
const cancelled = fakeTerminalOrder({ orderId, status: "cancelled" });
let server: FakeNetwork;

beforeEach(() => {
  vi.useFakeTimers();
  server = fakeNetwork();
  server.answer(path, () => ({ body: { order: reserved } }));
});

afterEach(() => {
  cleanup();
  setPage("visible");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function setPage(state: "hidden" | "visible"): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
}

async function pass(ms = 0): Promise<void> {
  await act(async () => vi.advanceTimersByTimeAsync(ms));
}

async function watch() {
  const hook = renderHook(() => useTerminalOrder("demo", orderId), { wrapper: Queries });
  await pass();
  return { ...hook, getStatus: () => hook.result.current.order?.status };
}

describe("an order followed at a terminal", () => {
  it("is what an action returned, not what was being read before it", async () => {
    const { result, getStatus } = await watch();
    let tell: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      tell = resolve;
    });
    server.answer(path, async () => {
      await slow;
      return { body: { order: reserved } };
    });
    act(() => void result.current.refresh());
    server.answer(path, () => ({ body: { order: cancelled } }));
    act(() => result.current.accept({ ok: true, order: cancelled }));
    await pass();
    expect(getStatus()).toBe("cancelled");
    tell();
    await pass(100);
    expect(getStatus()).toBe("cancelled");
  });

  it("isn't polled while the page is hidden, but immediately when it is shown again", async () => {
    await watch();
    server.calls.length = 0;
    setPage("hidden");
    await pass(60_000);
    expect(server.calls).toEqual([]);
    setPage("visible");
    await pass();
    expect(server.calls).toEqual([`GET ${path}`]);
  });

  it("isn't polled anymore by an unmounted component", async () => {
    const { unmount } = await watch();
    server.calls.length = 0;
    unmount();
    setPage("hidden");
    setPage("visible");
    await pass(60_000);
    expect(server.calls).toEqual([]);
  });
});
