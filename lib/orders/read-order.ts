import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { projectOrder } from "./project-order";
import type { OrderView } from "./rules";
import { opensOrder } from "./rules.identity";
import type { OrderKey } from "./schema";
import { isOrderKey } from "./schema";
import { readOrderRecord } from "./store";

/** Reads an order as its address shows it. Refusals: `order-not-found`, `order-corrected` without its second secret. */
export async function readOrder(ctx: Context, key: OrderKey): Promise<{ ok: true; order: OrderView } | Refusal> {
  if (!isOrderKey(key)) return refuse("order-not-found");
  const record = await withRetry(ctx, () => readOrderRecord(ctx.db, key.instanceId, key.orderId));
  if (!record) return refuse("order-not-found");
  if (!opensOrder(ctx.actor, key, record.order)) return refuse("order-corrected");
  return { ok: true, order: projectOrder(record, ctx) };
}
