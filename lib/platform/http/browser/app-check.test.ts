// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { AppCheckFailed, storeToken } from "./app-check";
import { setTokenSource } from "./app-check-source";
import { fetchJson, fetchWithToken } from "./fetch-json";

const isBody = (body: unknown): body is { ok: boolean } => typeof body === "object";

let sent: (string | null)[];

/** `seconds` is the time until it expires. */
function tokenFor(seconds: number): string {
  const body = btoa(JSON.stringify({ exp: Date.now() / 1000 + seconds })).replaceAll("=", "");
  return `e30.${body}.signature`;
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  storeToken("");
  vi.stubGlobal("fetch", async (_path: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get("X-Firebase-AppCheck"));
    return Response.json({ ok: true });
  });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(() => {
  setTokenSource(null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a call to our API", () => {
  it("goes without a token if App Check is off", async () => {
    await fetchJson("/api/orders", isBody, { body: {} });
    await fetchWithToken("/api/orders", isBody, { body: {} });
    expect(sent).toEqual([null, null]);
  });

  it("carries this tab's token while it is valid", async () => {
    const token = tokenFor(60);
    storeToken(token);
    await fetchJson("/api/orders/demo/1", isBody);
    vi.setSystemTime(Date.now() + 51_000);
    await fetchJson("/api/orders/demo/1", isBody);
    expect(sent).toEqual([token, null]);
  });

  it.each(["/api/icons/lucide.json", "/api/images/banner.png", "/builds/latest.json"])(
    "to %s goes without one",
    async (path) => {
      storeToken(tokenFor(60));
      await fetchJson(path, isBody);
      expect(sent).toEqual([null]);
    },
  );

  it("waits for a token if it changes something, and reuses it for reads", async () => {
    const token = tokenFor(3600);
    const obtain = vi.fn(async () => token);
    setTokenSource(obtain);
    await fetchJson("/api/draws/demo/live", isBody);
    await fetchJson("/api/orders", isBody, { body: {} });
    await fetchJson("/api/draws/demo/live", isBody);
    expect(sent).toEqual([null, token, token]);
    expect(obtain).toHaveBeenCalledOnce();
  });

  it("goes without a token that couldn't be obtained, and logs that", async () => {
    setTokenSource(async () => {
      throw new Error("AppCheck: Requests throttled.");
    });
    expect(await fetchJson("/api/orders", isBody, { body: {} })).toMatchObject({ ok: true });
    expect(sent).toEqual([null]);
    expect(console.warn).toHaveBeenCalledWith(expect.any(String), "AppCheck: Requests throttled.");
  });

  it("isn't sent if it requires a token that couldn't be obtained", async () => {
    setTokenSource(async () => {
      throw new Error("AppCheck: Requests throttled.");
    });
    await expect(fetchWithToken("/api/orders", isBody, { body: {} })).rejects.toThrow(AppCheckFailed);
    await expect(fetchWithToken("/api/orders", isBody, { body: {} })).rejects.toThrow("throttled");
    expect(sent).toEqual([]);
  });

  it("waits four seconds at most, and not again for half a minute", async () => {
    setTokenSource(() => new Promise(() => undefined));
    const first = fetchJson("/api/orders", isBody, { body: {} });
    await vi.advanceTimersByTimeAsync(3900);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    await first;
    await fetchJson("/api/orders", isBody, { body: {} });
    expect(sent).toEqual([null, null]);
    await vi.advanceTimersByTimeAsync(30_000);
    const later = fetchJson("/api/orders", isBody, { body: {} });
    await vi.advanceTimersByTimeAsync(100);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(4000);
    await later;
  });
});
