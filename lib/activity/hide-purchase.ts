import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { readOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import type { OrderKey } from "@/lib/orders/schema";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { hideFromRecent } from "./store";

export async function hidePurchase(ctx: Context, key: OrderKey): Promise<{ ok: true; order: OrderView } | Refusal> {
  const refused = await authorizeForDraw(ctx, "orders", key.instanceId, "order-not-found");
  if (refused) return refused;
  const read = await readOrder(ctx, key);
  if (!read.ok) return read;
  if (read.order.finalizedAt === null) return refuse("order-not-paid");
  const purchase = { drawId: key.instanceId, orderId: key.orderId, now: ctx.now(), actor: toAuditActor(ctx.actor) };
  await withRetry(ctx, () => hideFromRecent(ctx.db, purchase));
  return read;
}
