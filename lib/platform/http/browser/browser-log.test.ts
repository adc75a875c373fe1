// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { redactPath } from "./browser-log";
import { fetchJson } from "./fetch-json";

const orderId = "0123456789ABCDEFGHJKMNPQRS";
let logged: unknown[][];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, "info").mockImplementation((...words) => void logged.push(words));
  vi.stubGlobal("fetch", async () => Response.json({ name: "Rosalie" }, { status: 200 }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.history.replaceState(null, "", "/");
});

function call() {
  const body = { buyer: { email: "rosalie@example.test" } };
  return fetchJson(`/api/orders/demo/${orderId}?q=rosalie`, (answer): answer is object => answer !== null, { body });
}

describe("a page with enableLogging=true", () => {
  it("logs its calls with method, path, status and time, and no personal data", async () => {
    window.history.replaceState(null, "", "/demo?enableLogging=true");
    await call();
    expect(logged).toEqual([
      ["tirage call", { method: "POST", path: "/api/orders/demo/…", status: 200, durationMs: expect.any(Number) }],
    ]);
    expect(JSON.stringify(logged)).not.toMatch(/rosalie|0123456789ABC/i);
  });

  it.each(["/demo", "/demo?enableLogging=false", "/demo?enableLogging"])("is not: %s", async (path) => {
    window.history.replaceState(null, "", path);
    await call();
    expect(logged).toEqual([]);
  });
});

describe("redactPath", () => {
  it.each([
    ["/api/draws/demo5050/live", "/api/draws/demo5050/live"],
    [`/api/orders/demo/${orderId}/resend`, "/api/orders/demo/…/resend"],
    ["/api/terminal/orders?q=rosalie#a", "/api/terminal/orders"],
  ])("logs %s as %s", (path, words) => {
    expect(redactPath(path)).toBe(words);
  });
});
