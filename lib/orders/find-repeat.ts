import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { findOrderByKey } from "./store";

/** A call that may have been made before: its key, and the hash of what it asks for. */
export type RepeatableCall = { drawId: string; idempotencyKey: string; requestHash: string };

/** The order that the same call placed before, null when its key is new. Refusal: `idempotency-key-reused`. */
export async function findRepeat(
  ctx: Context,
  call: RepeatableCall,
): Promise<{ ok: true; orderId: string } | Refusal | null> {
  const earlier = await findOrderByKey(ctx.db, call.drawId, call.idempotencyKey);
  if (!earlier) return null;
  return earlier.requestHash === call.requestHash
    ? { ok: true, orderId: earlier.orderId }
    : refuse("idempotency-key-reused");
}
