import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { projectOrder } from "./project-order";
import type { OrderView } from "./rules";
import type { OrderKey } from "./schema";
import { isOrderKey } from "./schema";
import { readOrderRecord } from "./store";

/** Reads an order as its address shows it. Refusal: `order-not-found`. */
export async function readOrder(ctx: Context, key: OrderKey): Promise<{ ok: true; order: OrderView } | Refusal> {
  if (!isOrderKey(key)) return refuse("order-not-found");
  const record = await withRetry(ctx, () => readOrderRecord(ctx.db, key.instanceId, key.orderId));
  return record ? { ok: true, order: projectOrder(record, ctx) } : refuse("order-not-found");
}
