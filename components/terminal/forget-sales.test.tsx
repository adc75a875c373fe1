// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ForgetSales } from "./forget-sales";
import { formLifeMs, saleSessions } from "./sale-session";

const orderId = "0123456789ABCDEFGHJKMNPQRS";
const stored = (drawId: string) => window.localStorage.getItem(`tirage-terminal-sale-${drawId}`);

function keep(drawId: string, facts: { ageMs: number; orderId?: string }) {
  const { ageMs, orderId: order = null } = facts;
  const session = { drawId, idempotencyKey: "k", answered: false, orderId: order, form: { name: "Marie" } };
  const text = JSON.stringify({ ...session, savedAt: Date.now() - ageMs });
  window.localStorage.setItem(`tirage-terminal-sale-${drawId}`, text);
}

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.localStorage.clear();
});

describe("a page of the terminal", () => {
  it("forgets on arrival what nobody touched for too long, of every draw", () => {
    keep("one", { ageMs: formLifeMs });
    keep("two", { ageMs: formLifeMs, orderId });
    keep("three", { ageMs: formLifeMs - 1 });
    window.localStorage.setItem("theme", "dark");
    render(<ForgetSales />);
    expect(stored("one")).toBeNull();
    expect(JSON.parse(stored("two") ?? "")).toMatchObject({ orderId, form: null });
    expect(stored("three")).toContain("Marie");
    expect(window.localStorage.getItem("theme")).toBe("dark");
  });

  it("forgets what grows old while it is open, and nothing that is in use", () => {
    keep("left", { ageMs: 0 });
    render(<ForgetSales />);
    act(() => vi.advanceTimersByTime(formLifeMs - 60_000));
    expect(stored("left")).toContain("Marie");
    keep("used", { ageMs: 0 });
    act(() => vi.advanceTimersByTime(60_000));
    expect(stored("left")).toBeNull();
    expect(saleSessions.read("used").form).toMatchObject({ name: "Marie" });
  });
});
