import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, vi } from "vitest";

import type { OrderView } from "@/lib/orders/rules";

import { expectLogs } from "./attempts";
import { openDraw, place } from "./orders";
import type { TestContext } from "./test-context";
import { openTestContext } from "./test-context";

export type LookupDraws = {
  test: TestContext;
  logged: string[];
  placeOne: (overrides?: Record<string, unknown>, quantity?: number) => Promise<OrderView>;
};

/** Empties the database and the gateway before each test. */
export async function openLookupDraws(): Promise<LookupDraws> {
  const test = await openTestContext();
  const original = { ...test.gateway };
  const logged: string[] = [];
  let serial = 0;
  beforeEach(async () => {
    await test.ctx.db.execute(sql`truncate draws, orders cascade`);
    Object.assign(test.gateway, { ...original, ledger: [], charges: [] });
    logged.length = 0;
    expectLogs(logged);
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => test.close());
  const placeOne: LookupDraws["placeOne"] = async (overrides = {}, quantity = 1) => {
    serial += 1;
    return place(test, await openDraw(test, `asked-${serial}`, overrides), quantity);
  };
  return { test, logged, placeOne };
}
