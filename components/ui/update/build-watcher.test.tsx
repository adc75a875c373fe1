// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { holdReload } from "@/lib/platform/http/browser/reload-hold";
import { BuildWatcher } from "./build-watcher";

const chunk = "/_next/static/chunks/gone.js";

let latest: Response | Error;
let reloads = 0;

beforeEach(() => {
  vi.useFakeTimers();
  reloads = 0;
  latest = Response.json({ id: "new", timestamp: 2 });
  document.documentElement.dataset.build = "old";
  vi.stubGlobal("fetch", async () => {
    if (latest instanceof Error) throw latest;
    return latest.clone();
  });
  vi.spyOn(window.location, "reload").mockImplementation(() => {
    reloads += 1;
  });
  render(<BuildWatcher />);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.sessionStorage.clear();
  vi.useRealTimers();
});

async function miss(path = chunk): Promise<void> {
  const script = Object.assign(document.createElement("script"), { type: "text/plain" });
  script.src = new URL(path, window.location.origin).href;
  document.head.append(script);
  script.dispatchEvent(new Event("error"));
  script.remove();
  await vi.advanceTimersByTimeAsync(1);
}

describe("a missing chunk", () => {
  it("reloads the page once within ten seconds after an update", async () => {
    await miss();
    expect(reloads).toBe(1);
    await miss();
    await vi.advanceTimersByTimeAsync(9_000);
    await miss();
    expect(reloads).toBe(1);
    await vi.advanceTimersByTimeAsync(1_500);
    await miss();
    expect(reloads).toBe(2);
  });

  it("is counted per path", async () => {
    await miss();
    window.history.replaceState(null, "", "/another");
    await miss();
    expect(reloads).toBe(2);
  });

  it.each([
    ["of the same build", () => Response.json({ id: "old", timestamp: 1 })],
    ["while nobody answers", () => new Error("Failed to fetch")],
    ["of a server that says nothing of its build", () => Response.json({})],
  ])("doesn't reload the page %s", async (_name, answer) => {
    latest = answer();
    await miss();
    expect(reloads).toBe(0);
  });

  it.each(["https://elsewhere.example/_next/static/chunks/gone.js", "/picture.js"])(
    "isn't what %s is",
    async (path) => {
      await miss(path);
      expect(reloads).toBe(0);
    },
  );

  it("waits for a payment to end", async () => {
    const [first, second] = [holdReload(), holdReload()];
    await miss();
    first();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reloads).toBe(0);
    second();
    const next = holdReload();
    await vi.advanceTimersByTimeAsync(1);
    expect(reloads).toBe(0);
    next();
    await vi.advanceTimersByTimeAsync(1);
    expect(reloads).toBe(1);
  });

  it("doesn't reload if the browser stores nothing, because a loop couldn't be detected", async () => {
    vi.stubGlobal("sessionStorage", {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("denied");
      },
    });
    await miss();
    expect(reloads).toBe(0);
  });
});

describe("the update check", () => {
  it("runs hourly, and at the first missing chunk reloads without checking again", async () => {
    const spy = vi.spyOn(globalThis, "fetch");
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.dynamicImportSettled();
    expect(spy).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(spy).toHaveBeenCalledOnce();
    expect(reloads).toBe(0);
    await miss();
    expect(spy).toHaveBeenCalledOnce();
    expect(reloads).toBe(1);
  });
});
