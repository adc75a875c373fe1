import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { projectOrder } from "./project-order";
import type { OrderView } from "./rules";
import { orderIdSchema } from "./schema";
import { readOrderRecord } from "./store";

/** Names an order; knowing its id is the right to see it (docs/design.md, Secret order addresses). */
export type OrderKey = { instanceId: string; orderId: string };

/** Reads an order as its address shows it. Refusal: `order-not-found`. */
export async function readOrder(ctx: Context, key: OrderKey): Promise<{ ok: true; order: OrderView } | Refusal> {
  if (!idSchema.safeParse(key.instanceId).success || !orderIdSchema.safeParse(key.orderId).success) {
    return refuse("order-not-found");
  }
  const record = await withRetry(ctx, () => readOrderRecord(ctx.db, key.instanceId, key.orderId));
  return record ? { ok: true, order: projectOrder(record, ctx) } : refuse("order-not-found");
}
