import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { createProfile } from "@/lib/payments/pay/create-profile";
import type { CallCounter, CallRule } from "@/lib/platform/db/call-counts";
import { callRules, createCallCounter, createFallbackCounts, deleteOldCounts } from "@/lib/platform/db/call-counts";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { freshKey, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { asCaller, openTestContext } from "@/tests/support/core/test-context";

import { checkCallLimit, getNetworkKeys, refuseWrongAdminKey } from "./limit-calls";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());

function buyerAt(ipAddress: string, clientKey = freshKey()) {
  return { ...test.ctx, actor: { kind: "buyer", clientKey, ipAddress } as const };
}

function use(rule: CallRule, key: string, calls: number) {
  return test.ctx.calls(rule, key, calls);
}

function useNetwork(ipAddress: string, calls: number) {
  return use("network-calls", getNetworkKeys(test.ctx, ipAddress).network, calls);
}

async function storeCard(ctx: typeof test.ctx, { instanceId, orderId }: Pick<OrderView, "instanceId" | "orderId">) {
  const stored = await createProfile(ctx, { instanceId, orderId, token: freshKey() });
  return stored.ok ? "stored" : stored.reason;
}

describe("calls of one caller", () => {
  it("are refused after 20 from one browser within a minute, with a retry time, while other browsers aren't", async () => {
    for (let calls = 0; calls < 20; calls += 1) expect(await checkCallLimit(buyerAt("10.0.0.1", "one"))).toBeNull();
    const refused = await checkCallLimit(buyerAt("10.0.0.1", "one"));
    expect(refused).toMatchObject({ reason: "too-many-calls", retryAfterSeconds: expect.any(Number) });
    expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(60);
    expect(await checkCallLimit(buyerAt("10.0.0.1", "other"))).toBeNull();
  });

  it.each([
    ["an address", "10.0.0.2", "10.0.0.2", "10.0.0.3"],
    ["a /56 of IPv6", "2001:db8:1:2::1", "2001:db8:1:ff:ffff::9", "2001:db8:1:100::1"],
  ])(
    "are refused after 6,000 from %s that drops its cookies, while other networks aren't",
    async (_what, used, same, other) => {
      await useNetwork(used, callRules["network-calls"].points - 1);
      expect(await checkCallLimit(buyerAt(used))).toBeNull();
      expect(await checkCallLimit(buyerAt(same))).toMatchObject({ reason: "too-many-calls" });
      expect(await checkCallLimit(buyerAt(other))).toBeNull();
    },
  );

  it("count across all processes, whoever else calls", async () => {
    const key = getNetworkKeys(test.ctx, "10.0.0.4").network;
    await use("network-calls", key, callRules["network-calls"].points);
    const others = Array.from({ length: 40 }, (_caller, index) => use("network-calls", `other-${index}`, 1));
    await Promise.all(others);
    const otherProcess = createCallCounter(test.ctx.db);
    expect(await otherProcess("network-calls", key)).toBeGreaterThan(0);
    expect(await test.ctx.calls("network-calls", key)).toBeGreaterThan(0);
  });

  it("count together in all counters of a process while no database answers", async () => {
    const away = { execute: () => Promise.reject(new Error("away")) } as unknown as Database;
    const allowed = async (counters: readonly CallCounter[]) => {
      const answers = [];
      for (const calls of [...counters, ...counters])
        answers.push(await calls("admin-keys", "somebody", callRules["admin-keys"].points / 2));
      return answers.filter((seconds) => seconds === null).length;
    };
    const fallbackCounts = createFallbackCounts();
    expect(await allowed([createCallCounter(away, fallbackCounts), createCallCounter(away, fallbackCounts)])).toBe(2);
    expect(await allowed([createCallCounter(away), createCallCounter(away)])).toBe(4);
  });

  it("leave a row only for their network if it is over its limit, or if they send no cookie", async () => {
    const { db } = test.ctx;
    const ofBrowsers = () => queryRows(db, sql`select key from call_counts where key like 'browser-calls:%'`);
    const before = await ofBrowsers();
    await useNetwork("10.0.0.5", callRules["network-calls"].points);
    expect(await checkCallLimit(buyerAt("10.0.0.5"))).toMatchObject({ reason: "too-many-calls" });
    expect(await checkCallLimit(asCaller(test.ctx, "10.0.0.6"))).toBeNull();
    expect(await ofBrowsers()).toEqual(before);
    expect(await checkCallLimit(buyerAt("10.0.0.6", "with-a-cookie"))).toBeNull();
    expect(await ofBrowsers()).toHaveLength(before.length + 1);
  });

  it("are forgotten after their period, and kept until then", async () => {
    const key = "to-be-forgotten";
    await use("network-calls", key, callRules["network-calls"].points);
    await deleteOldCounts(test.ctx.db, new Date());
    expect(await createCallCounter(test.ctx.db)("network-calls", key)).toBeGreaterThan(0);
    await deleteOldCounts(test.ctx.db, new Date(Date.now() + 61_000));
    expect(await createCallCounter(test.ctx.db)("network-calls", key)).toBeNull();
  });
});

describe("a network with one call left", () => {
  const oneLeft = (ipAddress: string) => useNetwork(ipAddress, callRules["network-calls"].points - 1);

  it("keeps it for a buyer, whatever is called for nonexistent orders", async () => {
    const order = await place(test, await openDraw(test, "made-up"));
    await oneLeft("10.0.1.1");
    for (let calls = 0; calls < 5; calls += 1) {
      const madeUp = { instanceId: order.instanceId, orderId: "0".repeat(26) };
      expect(await storeCard(buyerAt("10.0.1.1"), madeUp)).toBe("order-not-found");
    }
    expect(await storeCard(buyerAt("10.0.1.1"), order)).toBe("stored");
  });

  it("has none left after a call for a live order (otherwise the test above couldn't fail)", async () => {
    const order = await place(test, await openDraw(test, "alive"));
    await oneLeft("10.0.1.2");
    expect(await storeCard(buyerAt("10.0.1.2"), order)).toBe("stored");
    expect(await storeCard(buyerAt("10.0.1.2"), order)).toBe("too-many-calls");
  });
});

async function collectReasons(addresses: string[]): Promise<string[]> {
  const reasons: string[] = [];
  for (const ipAddress of addresses) reasons.push((await refuseWrongAdminKey(test.ctx, ipAddress)).reason);
  return reasons;
}

const allowed = callRules["admin-keys"].points;

describe("wrong admin keys", () => {
  it("are limited to ten per network, with a retry time, and other networks aren't affected", async () => {
    const reasons = await collectReasons(Array(allowed + 1).fill("10.0.0.2"));
    expect(reasons).toEqual([...Array(allowed).fill("admin-key-wrong"), "too-many-tries"]);
    const refused = await refuseWrongAdminKey(test.ctx, "10.0.0.2");
    expect(refused.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(15 * 60);
    expect(await collectReasons(["10.0.0.3"])).toEqual(["admin-key-wrong"]);
  });

  it("from one /56 count as one caller, and from one /48 as two", async () => {
    const of56 = (at: number, from: number) => `2001:db8:0:${(from * 256 + at).toString(16)}::1`;
    const tryAll = (from: number) =>
      collectReasons(Array.from({ length: allowed }, (_address, index) => of56(index, from)));
    await tryAll(0);
    expect(await collectReasons([of56(255, 0)])).toEqual(["too-many-tries"]);
    expect(new Set(await tryAll(1))).toEqual(new Set(["admin-key-wrong"]));
    expect(await collectReasons([of56(0, 2), "2001:db8:1::1"])).toEqual(["too-many-tries", "admin-key-wrong"]);
  });

  it("count across all processes", async () => {
    await collectReasons(Array(allowed).fill("10.0.0.4"));
    const otherProcess = { ...test.ctx, calls: createCallCounter(test.ctx.db) };
    expect(await refuseWrongAdminKey(otherProcess, "10.0.0.4")).toMatchObject({ reason: "too-many-tries" });
  });

  it("are logged in few lines, which contain no key and no full IP address", async () => {
    vi.resetModules();
    const { refuseWrongAdminKey: freshRefuseKey } = await import("./limit-calls");
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    for (let tries = 0; tries < 50; tries += 1) await freshRefuseKey(test.ctx, "203.0.113.77");
    const lines = warn.mock.calls.map(([line]) => JSON.parse(String(line)) as { message: string });
    expect(lines).toEqual([
      { time: expect.any(String), level: "warn", message: "A wrong admin key was sent, the last from 203.0.113.0/24." },
    ]);
  });
});
