// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { giveLocks, takeLocks } from "@/tests/support/views/fake-locks";

/** The window's session storage is the tab's. */
async function loadPage() {
  vi.resetModules();
  return { ...(await import("./own-tab")), ...(await import("./held-sale")) };
}

function leavePage(): void {
  window.dispatchEvent(new Event("pagehide"));
}

beforeEach(giveLocks);

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
  takeLocks();
  vi.useRealTimers();
});

describe("the name of a tab", () => {
  it("is new once, and recognized after a reload", async () => {
    const first = await loadPage();
    expect(await Promise.all([first.openTab(), first.openTab()])).toEqual(["new", "new"]);
    expect(await first.openTab()).toBe("known");
    const name = first.getTabId();
    leavePage();
    const again = await loadPage();
    expect(await again.openTab()).toBe("known");
    expect(again.getTabId()).toBe(name);
  });

  it("is waited for if the page before a reload returns it late", async () => {
    await (await loadPage()).openTab();
    const opening = (await loadPage()).openTab();
    leavePage();
    expect(await opening).toBe("known");
  });

  it("is different in a duplicated tab, which is reported once", async () => {
    const original = await loadPage();
    await original.openTab();
    const copied = await loadPage();
    expect(await copied.openTab()).toBe("copied");
    expect(await copied.openTab()).toBe("known");
    expect(copied.getTabId()).not.toBe(original.getTabId());
  });

  it("is trusted if the browser doesn't support locks", async () => {
    takeLocks();
    await (await loadPage()).openTab();
    expect(await (await loadPage()).openTab()).toBe("known");
  });
});

describe("an order held by a tab", () => {
  it("is abandoned if no page of its tab is alive, and only then", async () => {
    const seller = await loadPage();
    await seller.openTab();
    seller.recordHeldSale("demo", "ORDER");
    expect(await seller.findAbandonedOrder("demo")).toBeNull();
    leavePage();
    const other = await loadPage();
    await vi.waitFor(async () => expect(await other.findAbandonedOrder("demo")).toBe("ORDER"));
    expect(await other.findAbandonedOrder("another")).toBeNull();
  });

  it("is deleted by whoever holds it, not by another tab that has ended its own", async () => {
    const { recordHeldSale, clearHeldSale, findAbandonedOrder } = await loadPage();
    recordHeldSale("demo", "ORDER");
    clearHeldSale("demo", "OTHER");
    expect(await findAbandonedOrder("demo")).toBe("ORDER");
    clearHeldSale("demo", "ORDER");
    expect(await findAbandonedOrder("demo")).toBeNull();
  });

  it("is never abandoned if pages can't detect each other", async () => {
    takeLocks();
    const seller = await loadPage();
    await seller.openTab();
    seller.recordHeldSale("demo", "ORDER");
    expect(await (await loadPage()).findAbandonedOrder("demo")).toBeNull();
  });

  it("is deleted an hour after it was recorded", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { recordHeldSale, findAbandonedOrder } = await loadPage();
    recordHeldSale("demo", "ORDER");
    vi.setSystemTime(Date.now() + 3_600_000 - 1);
    expect(await findAbandonedOrder("demo")).toBe("ORDER");
    vi.setSystemTime(Date.now() + 1);
    expect(await findAbandonedOrder("demo")).toBeNull();
    expect(window.localStorage.getItem("tirage-terminal-held-demo")).toBeNull();
  });

  it("is ignored without its time, as an earlier page wrote it", async () => {
    window.localStorage.setItem("tirage-terminal-held-demo", JSON.stringify({ orderId: "ORDER", tabId: null }));
    expect(await (await loadPage()).findAbandonedOrder("demo")).toBeNull();
  });

  it.each(["{", "7", "{}"])("is ignored if something else wrote it: %s", async (text) => {
    window.localStorage.setItem("tirage-terminal-held-demo", text);
    expect(await (await loadPage()).findAbandonedOrder("demo")).toBeNull();
  });
});
