import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { readDrawForShare } from "@/lib/draws/store";
import { listLines, lockOrderRow } from "@/lib/orders/store";
import { listAttempts } from "@/lib/orders/store.attempts";
import { listRefunds } from "@/lib/orders/store.refunds";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import type { ErasedPerson } from "./rules";
import { keptForOf } from "./rules";
import { eraseSchema } from "./schema";
import type { OrderName } from "./store";
import { eraseOrders, findPersonOrders } from "./store";

/**
 * Judges one order under its lock, and erases its buyer unless it is a dry run. The draw is locked before it: no winner
 * is recorded meanwhile. An order that somebody else has just erased is in neither list.
 */
async function eraseOne(
  ctx: Context,
  tx: Database,
  { drawId, orderId }: OrderName,
  isDryRun: boolean,
): Promise<ErasedPerson> {
  const draw = await readDrawForShare(tx, drawId);
  const order = await lockOrderRow(tx, drawId, orderId);
  if (!draw || !order?.buyer) return { erased: [], kept: [] };
  const { ranges } = await listLines(tx, drawId, orderId);
  const attempts = await listAttempts(tx, drawId, orderId);
  const refunds = await listRefunds(tx, drawId, orderId);
  const now = ctx.now();
  const told = { drawId, orderCode: order.orderCode };
  const kept = keptForOf({ order, ranges, attempts, refunds }, draw, ctx.retention, now);
  if (kept) {
    return { erased: [], kept: [{ ...told, obstacle: kept.obstacle, until: kept.until?.toISOString() ?? null }] };
  }
  if (!isDryRun) await eraseOrders(tx, { drawId, orderIds: [orderId], now, actor: auditActorOf(ctx.actor) });
  return { erased: [told], kept: [] };
}

/**
 * Erases what tells who a person is from every order with their email address, in any case; orders that must keep it
 * stay as they are, each with its reason (docs/decisions/057-privacy.md). Asked again, it does what could not be done
 * before. Admins only. Refusals: `admin-key-wrong`, `admin-right-missing`, `invalid-input`.
 */
export async function erasePerson(ctx: Context, body: unknown): Promise<({ ok: true } & ErasedPerson) | Refusal> {
  const refused = refuseAdmin(ctx.actor, "people");
  if (refused) return refused;
  const input = parseInput(eraseSchema, body);
  if (!input.ok) return input;
  const { email, dryRun } = input.value;
  const told: ErasedPerson = { erased: [], kept: [] };
  for (const name of await withRetry(ctx, () => findPersonOrders(ctx.db, email))) {
    const one = await withRetry(ctx, () => ctx.db.transaction((tx) => eraseOne(ctx, tx, name, dryRun)));
    told.erased.push(...one.erased);
    told.kept.push(...one.kept);
  }
  return { ok: true, ...told };
}
