import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { toDollars } from "@/lib/money";
import { withRetry } from "@/lib/platform/db/errors";

import { findOpenAttempt } from "./store";

/** A payment of a browser that the bank has not answered yet, with its order; the amount in dollars. */
export type OpenPayment = { orderId: string; orderCode: string; amount: number; sentAt: string };

/**
 * The latest payment of the caller's own browser in a draw that the bank has not answered yet. Null for a device, and
 * for a browser that brought no cookie.
 */
export async function findOpenPayment(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; payment: OpenPayment | null }> {
  const { actor } = ctx;
  if (actor.kind !== "buyer" || actor.clientKey === "" || actor.isNew) return { ok: true, payment: null };
  if (!idSchema.safeParse(drawId).success) return { ok: true, payment: null };
  const open = await withRetry(ctx, () => findOpenAttempt(ctx.db, drawId, actor.clientKey));
  if (!open) return { ok: true, payment: null };
  const { amountCents, sentAt, ...order } = open;
  return { ok: true, payment: { ...order, amount: toDollars(amountCents), sentAt: sentAt.toISOString() } };
}
