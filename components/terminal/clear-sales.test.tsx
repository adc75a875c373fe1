// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordHeldSale } from "@/components/terminal/sale/held-sale";
import { ClearSales } from "./clear-sales";
import { readSoldNote, storeSoldNote } from "./receipt/sold-note";
import { formLifeMs, saleSessions } from "./sale/sale-session";

const orderId = "0123456789ABCDEFGHJKMNPQRS";
const stored = (drawId: string) => window.sessionStorage.getItem(`tirage-terminal-sale-${drawId}`);

function keep(drawId: string, { ageMs, orderId }: { ageMs: number; orderId?: string }) {
  const session = { drawId, idempotencyKey: "k", answered: false, orderId: orderId ?? null, form: { name: "Marie" } };
  const text = JSON.stringify({ ...session, savedAt: Date.now() - ageMs });
  window.sessionStorage.setItem(`tirage-terminal-sale-${drawId}`, text);
}

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe("a page of the terminal", () => {
  it("with a sale deletes on arrival what nobody touched for too long, but not its order", () => {
    keep("one", { ageMs: formLifeMs });
    render(<ClearSales place="sell" instanceId="one" />);
    expect(stored("one")).toBeNull();
    cleanup();
    keep("two", { ageMs: formLifeMs, orderId });
    render(<ClearSales place="sell" instanceId="two" />);
    expect(JSON.parse(stored("two") ?? "")).toMatchObject({ orderId, form: null });
    cleanup();
    keep("three", { ageMs: formLifeMs - 1 });
    window.localStorage.setItem("theme", "dark");
    render(<ClearSales place="sell" instanceId="three" />);
    expect(stored("three")).toContain("Marie");
    expect(window.localStorage.getItem("theme")).toBe("dark");
  });

  it("deletes what grows old while it is open, and nothing that is in use", () => {
    keep("used", { ageMs: 0 });
    render(<ClearSales place="sell" instanceId="used" />);
    act(() => vi.advanceTimersByTime(formLifeMs - 60_000));
    expect(stored("used")).toContain("Marie");
    keep("left", { ageMs: 0 });
    keep("used", { ageMs: 0 });
    act(() => vi.advanceTimersByTime(formLifeMs - 60_000));
    expect(saleSessions.read("used").form).toMatchObject({ name: "Marie" });
    act(() => vi.advanceTimersByTime(60_000));
    expect(stored("left")).toBeNull();
    expect(stored("used")).toBeNull();
  });

  it.each(["home", "recent", "unfinalized", "details", "success", "register"] as const)(
    "without a sale abandons the tab's sales, except one whose money may be in progress: %s",
    (place) => {
      keep("typed", { ageMs: 0 });
      keep("held", { ageMs: 0, orderId });
      recordHeldSale("held", orderId);
      keep("moving", { ageMs: 0, orderId });
      saleSessions.change("moving", { moving: { means: "card", isLeft: false } });
      render(<ClearSales place={place} instanceId="held" />);
      expect([stored("typed"), stored("held")]).toEqual([null, null]);
      expect(window.localStorage.getItem("tirage-terminal-held-held")).toBeNull();
      expect(saleSessions.read("moving")).toMatchObject({ orderId, moving: { means: "card", isLeft: true } });
      expect(stored("moving")).not.toContain("Marie");
    },
  );

  it("also abandons them when the browser brings the page back", () => {
    render(<ClearSales place="home" />);
    keep("typed", { ageMs: 0 });
    window.dispatchEvent(new Event("pageshow"));
    expect(stored("typed")).toBeNull();
  });

  it("that sells one draw abandons the sale of another, and what was sold before", () => {
    keep("this", { ageMs: 0 });
    keep("other", { ageMs: 0, orderId });
    storeSoldNote({ orderId, givenCents: 5000, isPrinted: true });
    render(<ClearSales place="sell" instanceId="this" />);
    expect(stored("this")).toContain("Marie");
    expect(stored("other")).toBeNull();
    expect(readSoldNote(orderId)).toBeNull();
  });

  it.each([
    ["sell", 1],
    ["recent", 1],
    // The registration form belongs to the next device, and only this page has its code.
    ["register", 0],
  ] as const)("deletes its tab's sales when another tab ends the registration: %s", (place, reloads) => {
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    render(<ClearSales place={place} instanceId="this" />);
    keep("this", { ageMs: 0 });
    window.dispatchEvent(new StorageEvent("storage", { key: "theme", oldValue: "dark", newValue: null }));
    expect(stored("this")).toContain("Marie");
    window.dispatchEvent(new StorageEvent("storage", { key: "5050ng-deviceId", oldValue: "A", newValue: null }));
    expect(stored("this")).toBeNull();
    expect(reload).toHaveBeenCalledTimes(reloads);
    reload.mockRestore();
  });

  it("removes the sales that an earlier version stored for every tab, and nothing else from the terminal", () => {
    window.localStorage.setItem("tirage-terminal-sale-demo", "Marie");
    recordHeldSale("demo", orderId);
    render(<ClearSales place="register" />);
    expect(window.localStorage.getItem("tirage-terminal-sale-demo")).toBeNull();
    expect(window.localStorage.getItem("tirage-terminal-held-demo")).toContain(orderId);
  });
});
