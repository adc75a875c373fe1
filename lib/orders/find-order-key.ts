import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { withRetry } from "@/lib/platform/db/errors";
import type { OrderKey } from "./schema";
import { orderCodeSchema } from "./schema";
import { findOrderId } from "./store";

/**
 * Admins may name an order by its code instead of its id. A code gives no access, so it may stand in an address that
 * others read. An unknown code is returned unchanged, so that the call checks the caller's rights before it refuses.
 */
export async function findOrderKey(ctx: Context, key: OrderKey): Promise<OrderKey> {
  const { instanceId: drawId, orderId: codeOrId } = key;
  const isCode = orderCodeSchema.safeParse(codeOrId).success && idSchema.safeParse(drawId).success;
  if (ctx.actor.kind !== "admin" || !isCode) return key;
  const orderId = await withRetry(ctx, () => findOrderId(ctx.db, drawId, codeOrId));
  return orderId === null ? key : { instanceId: drawId, orderId };
}
