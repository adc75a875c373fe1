// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** The browser's locks: a name is held until what its holder promised is there; who waits for it may give up. */
function fakeLocks(): Pick<LockManager, "query"> & { request: unknown } {
  const held = new Map<string, Promise<unknown>>();
  const gaveUp = (signal: AbortSignal) =>
    new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  return {
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })), pending: [] }),
    async request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
      while (held.has(name)) await Promise.race([held.get(name), gaveUp(signal)]);
      const holding = hold();
      held.set(name, holding);
      await holding;
      held.delete(name);
    },
  };
}

/** A page that is loaded now, in the tab whose session storage the window has. */
async function loadPage() {
  vi.resetModules();
  return { ...(await import("./own-tab")), ...(await import("./held-sale")) };
}

function setLocks(locks: unknown): void {
  Object.defineProperty(window.navigator, "locks", { value: locks, configurable: true });
}

/** The page is left, and its locks with it. */
function leavePage(): void {
  window.dispatchEvent(new Event("pagehide"));
}

beforeEach(() => setLocks(fakeLocks()));

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
  Reflect.deleteProperty(window.navigator, "locks");
});

describe("the name of a tab", () => {
  it("is new once, and known after a reload", async () => {
    const first = await loadPage();
    expect(await Promise.all([first.openTab(), first.openTab()])).toEqual(["new", "new"]);
    expect(await first.openTab()).toBe("known");
    const name = first.tabName();
    leavePage();
    const again = await loadPage();
    expect(await again.openTab()).toBe("known");
    expect(again.tabName()).toBe(name);
  });

  it("is waited for where the page before a reload gives it back late", async () => {
    await (await loadPage()).openTab();
    const opening = (await loadPage()).openTab();
    leavePage();
    expect(await opening).toBe("known");
  });

  it("is another one in a tab that was copied, which is told once", async () => {
    const original = await loadPage();
    await original.openTab();
    const copied = await loadPage();
    expect(await copied.openTab()).toBe("copied");
    expect(await copied.openTab()).toBe("known");
    expect(copied.tabName()).not.toBe(original.tabName());
  });

  it("is believed where the browser knows no locks", async () => {
    setLocks(undefined);
    await (await loadPage()).openTab();
    expect(await (await loadPage()).openTab()).toBe("known");
  });
});

describe("an order that a tab held", () => {
  it("is left when no page of its tab lives, and only then", async () => {
    const seller = await loadPage();
    await seller.openTab();
    seller.noteHeld("demo", "ORDER");
    expect(await seller.findLeftOrder("demo")).toBeNull();
    leavePage();
    const other = await loadPage();
    await vi.waitFor(async () => expect(await other.findLeftOrder("demo")).toBe("ORDER"));
    expect(await other.findLeftOrder("another")).toBeNull();
  });

  it("is forgotten by whoever holds it, not by another tab that has ended its own", async () => {
    const { noteHeld, forgetHeld, findLeftOrder } = await loadPage();
    noteHeld("demo", "ORDER");
    forgetHeld("demo", "OTHER");
    expect(await findLeftOrder("demo")).toBe("ORDER");
    forgetHeld("demo", "ORDER");
    expect(await findLeftOrder("demo")).toBeNull();
  });

  it.each(["{", "7", "{}"])("is none where somebody else wrote: %s", async (text) => {
    window.localStorage.setItem("tirage-terminal-held-demo", text);
    expect(await (await loadPage()).findLeftOrder("demo")).toBeNull();
  });
});
