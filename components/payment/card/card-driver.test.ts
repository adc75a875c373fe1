// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { loadCardScript } from "./card-driver";

const url = "https://libs.example.test/customcheckout.js";
const factory = () => ({ create: vi.fn(), on: vi.fn(), createToken: vi.fn() });

let appended: HTMLScriptElement[] = [];

/** happy-dom would fetch the script, so the test replaces the network. */
beforeEach(() => {
  appended = [];
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    appended.push(script as HTMLScriptElement);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  Reflect.deleteProperty(window, "customcheckout");
});

function answer(event: "load" | "error", withFactory = false): void {
  if (withFactory) Object.assign(window, { customcheckout: factory });
  appended.at(-1)?.dispatchEvent(new Event(event));
}

describe("the card provider's script", () => {
  it("is one element for all callers", async () => {
    const [first, second] = [loadCardScript(url), loadCardScript(url)];
    expect(appended).toHaveLength(1);
    expect(appended[0]?.src).toBe(url);
    answer("load", true);
    await expect(first).resolves.toBe(factory);
    await expect(second).resolves.toBe(factory);
    await expect(loadCardScript(url)).resolves.toBe(factory);
    expect(appended).toHaveLength(1);
  });

  it("reports if it doesn't load, and tries again with a new element", async () => {
    const failed = loadCardScript(url);
    answer("error");
    await expect(failed).rejects.toMatchObject({
      reason: "card-script-failed",
      message: "Failed to load Bambora Custom Checkout script",
    });
    const retried = loadCardScript(url);
    expect(appended).toHaveLength(2);
    answer("load", true);
    await expect(retried).resolves.toBe(factory);
  });

  it("reports if it loads without what it should provide", async () => {
    const failed = loadCardScript(url);
    answer("load");
    await expect(failed).rejects.toMatchObject({
      reason: "card-script-missing",
      message: "Bambora Custom Checkout not loaded",
    });
  });

  it("times out", async () => {
    vi.useFakeTimers();
    const failed = loadCardScript(url);
    const expectation = expect(failed).rejects.toMatchObject({ reason: "card-script-failed" });
    await vi.advanceTimersByTimeAsync(20_000);
    await expectation;
  });
});
