import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queryRows } from "@/lib/platform/db/database";
import { openDraw } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { indexSearchTerms } from "./index-search-terms";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

async function fillPaid(drawId: string, orders: number): Promise<void> {
  await openDraw(test, drawId);
  await test.ctx.db.execute(
    sql`insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, is_test, client_key,
        idempotency_key, request_hash, placed_at, expires_at, extensions, finalized_at)
      select ${drawId}::text, 'order-' || n, 'code-' || n, 'finalized', 1000, 'en',
        '{"name": "Marie", "email": "marie@example.test", "province": "ON"}', false, '', 'key-' || n, '', at, at, 0, at
      from generate_series(1, ${orders}::int) n
        cross join lateral (select timestamptz '2026-11-20T17:00:00Z' + n * interval '1 microsecond' as at) a`,
  );
}

async function indexed(): Promise<Record<string, number>> {
  const rows = await queryRows<{ drawId: string; words: number }>(
    test.ctx.db,
    sql`select draw_id as "drawId", count(*)::int as words from order_words group by draw_id`,
  );
  return Object.fromEntries(rows.map(({ drawId, words }) => [drawId, words]));
}

describe("the index of names", () => {
  it("takes a batch of each draw in turn, and a run ends though more is left", async () => {
    await fillPaid("big", 51_000);
    await fillPaid("small", 1);
    // Stops before the third batch.
    let asked = 0;
    const stopping = {
      get aborted() {
        asked += 1;
        return asked > 2;
      },
    } as AbortSignal;
    expect(await indexSearchTerms(test.ctx, stopping)).toBe(501);
    expect(await indexed()).toEqual({ big: 500, small: 1 });
    expect(await indexSearchTerms(test.ctx)).toBe(50_000);
    expect(await indexSearchTerms(test.ctx)).toBe(500);
    expect(await indexSearchTerms(test.ctx)).toBe(0);
    expect(await indexed()).toEqual({ big: 51_000, small: 1 });
  });
});
