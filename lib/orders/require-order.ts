import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { projectOrder } from "./project-order";
import type { OrderView } from "./rules";
import type { OrderKey } from "./schema";
import { readOrderRecord } from "./store";

/** Reads an order that is known to exist, for who has proven to have placed or paid it; throws when it does not. */
export async function requireOrder(ctx: Context, { instanceId, orderId }: OrderKey): Promise<OrderView> {
  const record = await withRetry(ctx, () => readOrderRecord(ctx.db, instanceId, orderId));
  if (!record) throw new Error("An order that was just written cannot be read.");
  return projectOrder(record, ctx);
}
