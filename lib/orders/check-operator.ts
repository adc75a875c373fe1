import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { checkParent } from "./check-parent";
import type { OrderKey } from "./schema";
import { orderIdSchema } from "./schema";

/**
 * Checks that a device may act on an order: only in a draw of its parent, and only while its name, operator and printer
 * are known. Other actors are judged by the use case. Null if nothing is in the way. Refusals: `order-not-found`,
 * `device-incomplete`.
 */
export async function checkOperator(ctx: Context, { instanceId, orderId }: OrderKey): Promise<Refusal | null> {
  if (ctx.actor.kind !== "device") return null;
  const isKnown = orderIdSchema.safeParse(orderId).success;
  const isOwn = isKnown && (await withRetry(ctx, () => checkParent(ctx, instanceId)));
  if (!isOwn) return refuse("order-not-found");
  return ctx.actor.maySell ? null : refuse("device-incomplete");
}
