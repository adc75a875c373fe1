import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { readNow } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { checkOperator } from "./check-operator";
import type { OrderKey } from "./read-order";
import { readOrder } from "./read-order";
import { requireOrder } from "./require-order";
import type { OrderView } from "./rules";
import { holdLimits } from "./rules";
import { shortHoldLimits } from "./rules.holds";
import { refusalOfStatus } from "./rules.refusal";
import { extendHold } from "./store.holds";

/**
 * Gives a hold 15 minutes from now, up to 10 times and 60 minutes in all; 5 and 15 to a browser that has not paid
 * before where a pool is nearly gone, if it does not last longer. Refusals: those of `checkOperator`,
 * `order-not-found`, `extension-limit`, or what the order has become.
 */
export async function extendOrder(ctx: Context, key: OrderKey): Promise<{ ok: true; order: OrderView } | Refusal> {
  const stop = await checkOperator(ctx, key);
  if (stop) return stop;
  const read = await readOrder(ctx, key);
  if (!read.ok) return read;
  const { order } = read;
  if (order.status !== "reserved") return refuse(refusalOfStatus(order.status));
  if (order.extensionsLeft === 0) return refuse("extension-limit");
  const now = ctx.now();
  const latest = new Date(order.placedAt).getTime() + holdLimits.totalMs;
  const expiresAt = new Date(Math.min(now.getTime() + holdLimits.lifeMs, latest));
  const limits = { mostExtensions: holdLimits.extensions, actor: auditActorOf(ctx.actor) };
  const hold = { drawId: key.instanceId, orderId: key.orderId, now, expiresAt, ...limits };
  const extended = await withRetry(ctx, () => extendHold(ctx.db, hold));
  const at = extended ? now : await readNow(ctx.db, now);
  const after = await requireOrder({ ...ctx, now: () => at }, key);
  // A call whose connection broke, or one beside this, may have extended it as far already; a hold from before its pool
  // became scarce may last as long as an extension would make it.
  const end = new Date(after.expiresAt);
  const isLong = end >= expiresAt || end.getTime() >= now.getTime() + shortHoldLimits.lifeMs;
  const isFarEnough = after.status === "reserved" && (isLong || end > new Date(order.expiresAt));
  if (extended || isFarEnough) return { ok: true, order: after };
  return refuse(after.status === "reserved" ? "extension-limit" : refusalOfStatus(after.status));
}
