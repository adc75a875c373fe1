// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";

import { formLifeMs, saleSessions } from "./sale-session";

const [orderId, other] = ["0123456789ABCDEFGHJKMNPQRS", "ZZZZZZZZZZZZZZZZZZZZZZZZZZ"];
const moving = { means: "card", isLeft: true } as const;

/** Opens the sale page with an order from a list. Returns true if the page took it over. */
function handOver(id: string): boolean {
  window.history.replaceState(null, "", `/terminal/demo#order=${id}`);
  return saleSessions.takeHandover("demo");
}

afterEach(() => {
  window.sessionStorage.clear();
  window.history.replaceState(null, "", "/");
  vi.useRealTimers();
});

describe("an order handed over by a list", () => {
  it("doesn't replace a sale whose money may be in progress, and is removed from the URL", () => {
    const before = saleSessions.change("demo", { orderId, moving });
    expect(handOver(other)).toBe(true);
    expect(saleSessions.read("demo")).toMatchObject({ orderId, moving, idempotencyKey: before.idempotencyKey });
    expect(window.location.hash).toBe("");
  });

  it("replaces any other", () => {
    saleSessions.change("demo", { orderId, moving: null });
    handOver(other);
    expect(saleSessions.read("demo").orderId).toBe(other);
  });

  it("is that same sale, which is no longer abandoned", () => {
    saleSessions.change("demo", { orderId, moving });
    handOver(orderId);
    expect(saleSessions.read("demo")).toMatchObject({ orderId, moving: { means: "card", isLeft: false } });
  });

  it("doesn't exist if the URL has none", () => {
    saleSessions.change("demo", { orderId: null, moving });
    expect(saleSessions.takeHandover("demo")).toBe(false);
    expect(saleSessions.read("demo").moving).toEqual(moving);
  });
});

describe("a sale untouched for longer than its form is kept", () => {
  const pending = { means: "cash", request: { instanceId: "demo" }, shownCents: 2000, idempotencyKey: "k" };

  it("is still known to have money in progress, as an abandoned one, and nothing but its order is kept", () => {
    vi.useFakeTimers();
    const own = { means: "card", isLeft: false } as const;
    saleSessions.change("demo", { orderId, moving: own, language: "fr", pending: pending as never });
    vi.advanceTimersByTime(formLifeMs);
    expect(saleSessions.read("demo")).toMatchObject({ orderId, moving, form: null });
    vi.advanceTimersByTime(formLifeMs);
    saleSessions.sweep();
    const stored = JSON.parse(window.sessionStorage.getItem("tirage-terminal-sale-demo") ?? "{}");
    expect(stored).toMatchObject({ orderId, moving });
    expect(Object.keys(stored)).not.toEqual(expect.arrayContaining(["pending"]));
    expect(stored.language).toBeUndefined();
  });
});
