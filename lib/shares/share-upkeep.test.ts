import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { hourMs } from "@/lib/durations";
import { releaseHolds } from "@/lib/orders/holds/release-holds";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { listEntries } from "@/lib/orders/store.audit";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { createBasket, createPayment, freshKey, openDraw, readPool } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { asCaller, openTestContext } from "@/tests/support/core/test-context";
import { reconcileShares } from "./reconcile-shares";
import { deleteExpiredShares } from "./store.upkeep";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

async function place(draw: string, ipAddress: string, client: string | null = null) {
  const placed = await placeOrder(asCaller(test.ctx, ipAddress, client), createBasket(draw), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.order;
}

async function listShares(draw: string) {
  const rows = await queryRows<{ share: string; held: number }>(
    test.ctx.db,
    sql`select split_part(holder, ':', 1) || ' ' || pool_id as share, held from ticket_shares
      where draw_id = ${draw} order by 1`,
  );
  const [counted] = await queryRows<{ orders: number }>(
    test.ctx.db,
    sql`select count(*)::int as orders from orders where draw_id = ${draw} and share_holders is not null`,
  );
  return { shares: Object.fromEntries(rows.map(({ share, held }) => [share, held])), orders: counted?.orders };
}

it("shares that don't agree with the open orders are recounted, and correct ones stay", async () => {
  const draw = await openDraw(test, "recounted", { maxTickets: 100 });
  await place(draw, "203.0.113.1", "keeps");
  const right = await listShares(draw);
  expect(right.shares).toEqual({
    "client ": 1,
    "client main": 1,
    "everyone main": 1,
    "network ": 1,
    "network main": 1,
  });
  await reconcileShares(test.ctx);
  expect(await listShares(draw)).toEqual(right);
  await test.ctx.db.execute(sql`update ticket_shares set held = 0 where pool_id = '' and draw_id = ${draw}`);
  await test.ctx.db.execute(
    sql`update ticket_shares set held = 25, orders = 9 where draw_id = ${draw} and holder like 'network:%' and pool_id = 'main'`,
  );
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await reconcileShares(test.ctx);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  expect(await listShares(draw)).toEqual(right);
});

it("nothing that identifies a network is kept for two days; a browser that has paid is remembered for a week", async () => {
  const draw = await openDraw(test, "forgotten", { maxTickets: 100 });
  await payOrder(test.ctx, createPayment(await place(draw, "203.0.113.2")));
  test.gateway.answer = async () => ({ kind: "unknown", code: null });
  await payOrder(test.ctx, createPayment(await place(draw, "203.0.113.2")));
  expect(await listShares(draw)).toMatchObject({ orders: 1 });
  test.clock.advance(25 * hourMs);
  await deleteExpiredShares(test.ctx.db, test.clock.now());
  expect(await listShares(draw)).toEqual({ shares: { "client ": 0, "everyone main": 0 }, orders: 0 });
  test.clock.advance(7 * 24 * hourMs);
  await deleteExpiredShares(test.ctx.db, test.clock.now());
  expect((await listShares(draw)).shares).toEqual({ "everyone main": 0 });
});

it("an admin releases what unknown browsers hold, then what everyone holds, and never what is being paid", async () => {
  const draw = await openDraw(test, "freed", { maxTickets: 100 });
  test.gateway.answer = async () => ({ kind: "unknown", code: null });
  await payOrder(test.ctx, createPayment(await place(draw, "203.0.113.3")));
  const unknown = await place(draw, "203.0.113.4");
  const counted = await place(draw, "203.0.113.4", "keeps");
  const other = await placeOrder(test.ctx, createBasket(draw), freshKey());
  expect(other.ok).toBe(true);
  expect(await releaseHolds(test.ctx, draw, { unknownOnly: true })).toMatchObject({ reason: "admin-key-wrong" });
  expect(await releaseHolds(test.admin, "nowhere", { unknownOnly: true })).toMatchObject({ reason: "draw-not-found" });
  expect(await releaseHolds(test.admin, draw, { unknownOnly: true })).toEqual({ ok: true, released: 2 });
  expect(await releaseHolds(test.admin, draw, { unknownOnly: false })).toEqual({ ok: true, released: 1 });
  expect(await readPool(test, draw)).toMatchObject({ reserved: 1 });
  expect(await listShares(draw)).toMatchObject({ orders: 1 });
  for (const { orderId } of [unknown, counted]) {
    const last = (await listEntries(test.ctx.db, draw, orderId)).at(-1);
    expect(last).toMatchObject({ action: "cancelled", actor: "admin" });
  }
});
