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
import { logFailure } from "@/lib/platform/server/log";
import { refuseAdmin } from "@/lib/refuse-admin";
import type { ErasedPerson } from "./rules";
import { keptForOf } from "./rules";
import { eraseSchema } from "./schema";
import type { OrderName } from "./store";
import { eraseOrders, findPersonOrders } from "./store";

/** Who is to be erased, and whether they really are. */
type Asked = { email: string; isDryRun: boolean };

type Judged = Pick<ErasedPerson, "erased" | "kept">;

/**
 * Judges one order under its lock, and erases its buyer unless it is a dry run. The draw is locked before it: no winner
 * is recorded meanwhile. An order that somebody else has just erased is in neither list.
 */
async function eraseOne(
  ctx: Context,
  tx: Database,
  { drawId, orderId }: OrderName,
  { email, isDryRun }: Asked,
): Promise<Judged> {
  const draw = await readDrawForShare(tx, drawId);
  const order = await lockOrderRow(tx, drawId, orderId);
  // Corrected since it was found, perhaps: then it is somebody else's.
  if (!draw || order?.buyer?.email.toLowerCase() !== email.toLowerCase()) return { erased: [], kept: [] };
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

/** What was erased before a failure is told with it; if nothing was, the failure alone is. */
async function eraseEach(ctx: Context, names: readonly OrderName[], asked: Asked): Promise<ErasedPerson> {
  const told: Judged = { erased: [], kept: [] };
  for (const [at, name] of names.entries()) {
    try {
      const one = await withRetry(ctx, () => ctx.db.transaction((tx) => eraseOne(ctx, tx, name, asked)));
      told.erased.push(...one.erased);
      told.kept.push(...one.kept);
    } catch (error) {
      if (told.erased.length === 0) throw error;
      logFailure("A person could be erased from some orders, and not from all.", error);
      return { ...told, unfinished: names.length - at };
    }
  }
  return { ...told, unfinished: 0 };
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
  const names = await withRetry(ctx, () => findPersonOrders(ctx.db, email));
  return { ok: true, ...(await eraseEach(ctx, names, { email, isDryRun: dryRun })) };
}
