import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { toDollars } from "@/lib/money";
import { withRetry } from "@/lib/platform/db/errors";

import { findPendingAttempt } from "./store";

/** `amount` in dollars. */
export type PendingPayment = { orderId: string; orderCode: string; amount: number; sentAt: string };

/** The latest one whose outcome is unknown. Null for a device or a browser without a cookie. */
export async function findPendingPayment(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; payment: PendingPayment | null }> {
  const { actor } = ctx;
  if (actor.kind !== "buyer" || actor.clientKey === "" || actor.isNew) return { ok: true, payment: null };
  if (!idSchema.safeParse(drawId).success) return { ok: true, payment: null };
  const open = await withRetry(ctx, () => findPendingAttempt(ctx.db, drawId, actor.clientKey));
  if (!open) return { ok: true, payment: null };
  const { amountCents, sentAt, ...order } = open;
  return { ok: true, payment: { ...order, amount: toDollars(amountCents), sentAt: sentAt.toISOString() } };
}
