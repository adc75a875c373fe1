import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { DrawActivity } from "@/lib/draws/rules.projection";
import { readDrawRecord } from "@/lib/draws/store";
import { listEntries } from "@/lib/orders/store.audit";
import { payOrder } from "@/lib/payments/pay/pay-order";
import type { Database } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { createPayment, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { hidePurchase } from "./hide-purchase";
import { watchDraw } from "./store.live";
import { viewActivity } from "./view-draw";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

async function sell(drawId: string): Promise<void> {
  await payOrder(test.ctx, createPayment(await place(test, drawId)));
}

async function view(drawId: string) {
  const record = await readDrawRecord(test.ctx.db, drawId);
  if (!record) throw new Error("The draw is gone.");
  return viewActivity(test.ctx, record, false);
}

function listRecent({ pools }: DrawActivity) {
  return pools.get("main")?.recent ?? [];
}

it("shows each sale of a small draw immediately, and is read once while nothing sells", async () => {
  const draw = await openDraw(test, "small-activity");
  expect(listRecent(await view(draw))).toHaveLength(0);
  await sell(draw);
  const after = await view(draw);
  expect(listRecent(after)).toHaveLength(1);
  expect(await view(draw)).toBe(after);
});

it("doesn't show a purchase after an admin has hidden it, which is recorded once", async () => {
  const draw = await openDraw(test, "hidden-activity");
  const order = await place(test, draw);
  const key = { instanceId: draw, orderId: order.orderId };
  expect(await hidePurchase(test.admin, key)).toMatchObject({ ok: false, reason: "order-not-paid" });
  await payOrder(test.ctx, createPayment(order));
  expect(listRecent(await view(draw))).toMatchObject([{ name: "Marie T." }]);
  expect(await hidePurchase(test.ctx, key)).toMatchObject({ ok: false, reason: "admin-key-wrong" });
  for (let tap = 0; tap < 2; tap += 1) expect(await hidePurchase(test.admin, key)).toMatchObject({ ok: true });
  test.clock.advance(10_000);
  expect(listRecent(await view(draw))).toEqual([]);
  const entries = await listEntries(test.ctx.db, draw, order.orderId);
  expect(entries.filter(({ action }) => action === "purchase-hidden")).toMatchObject([{ actor: "admin" }]);
});

it("is never read twice at once: later callers share it, and what was sold since is read next", async () => {
  const draw = await openDraw(test, "shared-activity");
  const record = await readDrawRecord(test.ctx.db, draw);
  if (!record) throw new Error("The draw is gone.");
  const pools = new Map([...record.pools].map(([id, pool]) => [id, { ...pool, sold: pool.sold + 1 }]));
  const reading = viewActivity(test.ctx, record, true);
  expect(viewActivity(test.ctx, { ...record, pools }, true)).toBe(reading);
  await reading;
  expect(viewActivity(test.ctx, { ...record, pools }, true)).not.toBe(reading);
});

it.runIf(onPostgres)("is shared by all connections to one database, whatever their purpose", async () => {
  const draw = await openDraw(test, "pooled-activity");
  const record = await readDrawRecord(test.ctx.db, draw);
  if (!record) throw new Error("The draw is gone.");
  const { pools, close } = await openPostgres(test.databaseUrl ?? "");
  const read = (db: Database) => viewActivity({ ...test.ctx, db }, record, false);
  const reading = read(pools.reads);
  expect([read(pools.jobs), read(pools.sales)].map((other) => other === reading)).toEqual([true, true]);
  expect(read(test.ctx.db)).not.toBe(reading);
  await Promise.all([reading, read(test.ctx.db)]);
  const watched = watchDraw(pools.reads, draw, test.clock.now().getTime());
  expect(watchDraw(pools.jobs, draw, test.clock.now().getTime())).toBe(watched);
  await close();
});

it("counts a large draw at most every two seconds", async () => {
  const draw = await openDraw(test, "large-activity");
  await test.ctx.db.execute(sql`update pools set sold = 5000 where draw_id = ${draw}`);
  const before = await view(draw);
  await sell(draw);
  expect(await view(draw)).toBe(before);
  test.clock.advance(2000);
  expect(listRecent(await view(draw))).toHaveLength(1);
});
