import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { withRetry } from "@/lib/platform/db/errors";
import type { OrderKey } from "./schema";
import { orderCodeSchema } from "./schema";
import { findOrderId } from "./store";

/**
 * Finds the key of the order that an admin's call names by its code or its id. A code stands on receipts and opens
 * nothing, but an address with an id opens the order to whoever reads it. A code of no order is returned unchanged, so
 * that the call refuses it after it checked the caller's rights.
 */
export async function findOrderKey(ctx: Context, key: OrderKey): Promise<OrderKey> {
  const { instanceId: drawId, orderId: codeOrId } = key;
  const isCode = orderCodeSchema.safeParse(codeOrId).success && idSchema.safeParse(drawId).success;
  if (ctx.actor.kind !== "admin" || !isCode) return key;
  const orderId = await withRetry(ctx, () => findOrderId(ctx.db, drawId, codeOrId));
  return orderId === null ? key : { instanceId: drawId, orderId };
}
