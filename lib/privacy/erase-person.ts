import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeWithFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { readDrawForShare } from "@/lib/draws/store";
import type { DrawOrderKey } from "@/lib/orders/schema";
import { listLines, lockOrderRow } from "@/lib/orders/store";
import { listAttempts } from "@/lib/orders/store.attempts";
import { listRefunds } from "@/lib/orders/store.refunds";
import type { AccessErasure } from "@/lib/people/erase-access";
import { eraseAccess } from "@/lib/people/erase-access";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { logFailure } from "@/lib/platform/server/log";
import type { Obstacle } from "./rules";
import { findObstacle } from "./rules";
import { eraseSchema } from "./schema";
import { eraseOrders, findPersonOrders } from "./store";

export type ErasedOrder = { drawId: string; orderCode: string };

export type KeptOrder = ErasedOrder & { obstacle: Obstacle; until: string | null };

/**
 * `unfinished` lists orders that were not reached because of a failure. `access` tells what happened to the person of
 * the console with this address. It is null if there is none, or the caller may not erase everywhere.
 */
export type ErasedPerson = {
  erased: ErasedOrder[];
  kept: KeptOrder[];
  unfinished: number;
  access: AccessErasure | null;
};

type OrderResult = Pick<ErasedPerson, "erased" | "kept">;
type Person = { email: string; isDryRun: boolean };

/** Returns orders that must keep their buyer with the reason (docs/decisions/057-privacy.md). */
export async function erasePerson(
  ctx: Context,
  body: unknown,
): Promise<({ ok: true } & ErasedPerson) | Refusal<AdminRefusal | "invalid-input">> {
  const found = authorizeWithFreshPasskey(ctx.actor, "people");
  if (!found.ok) return found;
  const input = parseInput(eraseSchema, body);
  if (!input.ok) return input;
  const { email, dryRun } = input.value;
  const names = await withRetry(ctx, () => findPersonOrders(ctx.db, email, found.accessScope));
  const person = { email, isDryRun: dryRun };
  const access = found.accessScope === "everything" ? await eraseAccess(ctx, person) : null;
  return { ok: true, ...(await eraseEach(ctx, names, person)), access };
}

/** If a failure comes after the first erasure, the answer lists what was erased. Otherwise the failure is thrown. */
async function eraseEach(
  ctx: Context,
  names: readonly DrawOrderKey[],
  person: Person,
): Promise<OrderResult & { unfinished: number }> {
  const results: OrderResult = { erased: [], kept: [] };
  for (const [at, name] of names.entries()) {
    try {
      const one = await withRetry(ctx, () => ctx.db.transaction((tx) => eraseLocked(ctx, tx, name, person)));
      results.erased.push(...one.erased);
      results.kept.push(...one.kept);
    } catch (error) {
      if (results.erased.length === 0) throw error;
      logFailure("A person was erased from only some of their orders.", error);
      return { ...results, unfinished: names.length - at };
    }
  }
  return { ...results, unfinished: 0 };
}

/** Locks the draw before the order, so that no winner is recorded in between. */
async function eraseLocked(
  ctx: Context,
  tx: Database,
  { drawId, orderId }: DrawOrderKey,
  { email, isDryRun }: Person,
): Promise<OrderResult> {
  const draw = await readDrawForShare(tx, drawId);
  const order = await lockOrderRow(tx, drawId, orderId);
  // The order was corrected or erased in the meantime, so it no longer belongs to this person.
  if (!draw || order?.buyer?.email.toLowerCase() !== email.toLowerCase()) return { erased: [], kept: [] };
  const { ranges } = await listLines(tx, drawId, orderId);
  const attempts = await listAttempts(tx, drawId, orderId);
  const refunds = await listRefunds(tx, drawId, orderId);
  const now = ctx.now();
  const name = { drawId, orderCode: order.orderCode };
  const reason = findObstacle({ order, ranges, attempts, refunds }, draw, ctx.retention, now);
  if (reason) {
    const { obstacle, until } = reason;
    return { erased: [], kept: [{ ...name, obstacle, until: until?.toISOString() ?? null }] };
  }
  if (!isDryRun) await eraseOrders(tx, { drawId, orderIds: [orderId], now, actor: toAuditActor(ctx.actor) });
  return { erased: [name], kept: [] };
}
