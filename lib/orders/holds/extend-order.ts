import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { OperatorRefusal } from "@/lib/orders/check-operator";
import { checkOperator } from "@/lib/orders/check-operator";
import { shortHoldLimits } from "@/lib/orders/reserve/rules";
import type { StatusRefusal } from "@/lib/orders/rules";
import { countExtensionsLeft, getStatusAt, getStatusRefusal, holdLimits } from "@/lib/orders/rules";
import { canOpenOrder } from "@/lib/orders/rules.identity";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import { readOrderRow } from "@/lib/orders/store";
import { readNow } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { extendHold } from "./store";

type ExtendRefusal =
  | OperatorRefusal
  | StatusRefusal
  | Refusal<"order-not-found" | "order-corrected" | "extension-limit">;

/**
 * Sets the end to 15 minutes from now, up to 10 times and 60 minutes in all. A new buyer of a nearly sold out pool gets
 * 5 minutes, and 15 in all (docs/design.md, Holds).
 */
export async function extendOrder(ctx: Context, key: OrderKey): Promise<{ ok: true } | ExtendRefusal> {
  const refusal = await checkOperator(ctx, key);
  if (refusal) return refusal;
  const { instanceId: drawId, orderId } = key;
  const read = () => withRetry(ctx, () => readOrderRow(ctx.db, drawId, orderId));
  const order = isOrderKey(key) ? await read() : null;
  if (!order) return refuse("order-not-found");
  if (!canOpenOrder(ctx.actor, key, order)) return refuse("order-corrected");
  const now = ctx.now();
  const status = getStatusAt(order, now);
  if (status !== "reserved") return refuse(getStatusRefusal(status));
  if (countExtensionsLeft(order) === 0) return refuse("extension-limit");
  const latest = order.placedAt.getTime() + holdLimits.maxTotalMs;
  const expiresAt = new Date(Math.min(now.getTime() + holdLimits.durationMs, latest));
  const limits = { maxExtensions: holdLimits.maxExtensions, actor: toAuditActor(ctx.actor) };
  const hold = { drawId, orderId, now, expiresAt, ...limits };
  if (await withRetry(ctx, () => extendHold(ctx.db, hold))) return { ok: true };
  const at = await readNow(ctx.db, now);
  const { expiresAt: end, ...after } = (await read()) ?? order;
  const statusAfter = getStatusAt({ ...after, expiresAt: end }, at);
  if (statusAfter !== "reserved") return refuse(getStatusRefusal(statusAfter));
  // A concurrent call, or an earlier one whose answer was lost, may have extended the hold as far.
  const isLong = end >= expiresAt || end.getTime() >= now.getTime() + shortHoldLimits.durationMs;
  return isLong || end > order.expiresAt ? { ok: true } : refuse("extension-limit");
}
