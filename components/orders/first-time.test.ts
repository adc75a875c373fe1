// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";

import { isFirstTime, recordEvent } from "./first-time";

const orderId = "0123456789ABCDEFGHJKMNPQRS";

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

it("does something once per order, and again for something else or another order", () => {
  expect(isFirstTime("celebrated", orderId)).toBe(true);
  recordEvent("celebrated", orderId);
  expect(isFirstTime("celebrated", orderId)).toBe(false);
  expect(isFirstTime("printed", orderId)).toBe(true);
  expect(isFirstTime("celebrated", `${orderId.slice(1)}T`)).toBe(true);
});

it("stores nothing that identifies an order, and a limited number of records", () => {
  for (let at = 0; at < 100; at += 1) recordEvent("printed", `${orderId}${at}`);
  const kept = localStorage.getItem("tirage-orders-shown") ?? "";
  expect(kept).not.toContain(orderId.slice(0, 6));
  expect((JSON.parse(kept) as string[]).length).toBe(40);
  expect(isFirstTime("printed", `${orderId}99`)).toBe(false);
});

it("isn't the first time on a reloaded page", () => {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type: "reload" } as never]);
  vi.spyOn(performance, "now").mockReturnValue(100);
  expect(isFirstTime("celebrated", orderId)).toBe(false);
});

it("carries on if the browser stores nothing, or stored something else", () => {
  localStorage.setItem("tirage-orders-shown", "{broken");
  expect(isFirstTime("printed", orderId)).toBe(true);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  recordEvent("printed", orderId);
});
