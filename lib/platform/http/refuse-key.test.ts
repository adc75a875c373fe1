import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { callRules, createCallCounter } from "@/lib/platform/db/call-counts";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";
import { refuseKey } from "./refuse-key";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());

async function reasonsOf(addresses: string[]): Promise<string[]> {
  const reasons: string[] = [];
  for (const address of addresses) reasons.push((await refuseKey(test.ctx, address)).reason);
  return reasons;
}

const allowed = callRules["admin-keys"].points;

describe("wrong admin keys", () => {
  it("are limited to ten per network, with a retry time, and other networks aren't affected", async () => {
    const reasons = await reasonsOf(Array(allowed + 1).fill("10.0.0.2"));
    expect(reasons).toEqual([...Array(allowed).fill("admin-key-wrong"), "too-many-tries"]);
    const refused = await refuseKey(test.ctx, "10.0.0.2");
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
    expect(await reasonsOf(["10.0.0.3"])).toEqual(["admin-key-wrong"]);
  });

  it("from one /56 count as one caller, and from one /48 as two", async () => {
    const of56 = (at: number, from: number) => `2001:db8:0:${(from * 256 + at).toString(16)}::1`;
    const tryAll = (from: number) => reasonsOf(Array.from({ length: allowed }, (_address, at) => of56(at, from)));
    await tryAll(0);
    expect(await reasonsOf([of56(255, 0)])).toEqual(["too-many-tries"]);
    expect(new Set(await tryAll(1))).toEqual(new Set(["admin-key-wrong"]));
    expect(await reasonsOf([of56(0, 2), "2001:db8:1::1"])).toEqual(["too-many-tries", "admin-key-wrong"]);
  });

  it("count across all processes", async () => {
    await reasonsOf(Array(allowed).fill("10.0.0.4"));
    const otherProcess = { ...test.ctx, calls: createCallCounter(test.ctx.db) };
    expect(await refuseKey(otherProcess, "10.0.0.4")).toMatchObject({ reason: "too-many-tries" });
  });

  it("are logged in few lines, which contain no key and no full address", async () => {
    vi.resetModules();
    const { refuseKey: freshRefuseKey } = await import("./refuse-key");
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    for (let tries = 0; tries < 50; tries += 1) await freshRefuseKey(test.ctx, "203.0.113.77");
    const lines = warn.mock.calls.map(([line]) => JSON.parse(String(line)) as { message: string });
    expect(lines).toEqual([
      { time: expect.any(String), level: "warn", message: "A wrong admin key was sent, the last from 203.0.113.0/24." },
    ]);
  });
});
