import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { checkOperator } from "@/lib/orders/check-operator";
import { statusAt } from "@/lib/orders/rules";
import { opensOrder } from "@/lib/orders/rules.identity";
import { refusalOfStatus } from "@/lib/orders/rules.refusal";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import { readOrderRow } from "@/lib/orders/store";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import { copyLimits } from "./rules";
import type { WantedCopy } from "./store";
import { queueCopy } from "./store";

/**
 * Sends the receipt of a finalized order again, to its stored address alone, marked as a reprint: three times a day and
 * a minute apart, an admin as often as it takes. Refusals: `admin-right-missing`, those of `checkOperator`,
 * `order-not-found`, `order-corrected`, `details-erased`, `receipt-unavailable`, `resend-limit`, or what the order has
 * become.
 */
export async function resendReceipt(ctx: Context, key: OrderKey): Promise<{ ok: true } | Refusal> {
  const stop = ctx.actor.kind === "admin" ? refuseAdmin(ctx.actor, "orders") : await checkOperator(ctx, key);
  if (stop) return stop;
  const { instanceId: drawId, orderId } = key;
  const order = isOrderKey(key) ? await withRetry(ctx, () => readOrderRow(ctx.db, drawId, orderId)) : null;
  if (!order) return refuse("order-not-found");
  if (!opensOrder(ctx.actor, key, order)) return refuse("order-corrected");
  const status = statusAt(order, ctx.now());
  if (order.erasedAt) return refuse("details-erased");
  if (status === "reserved" || !order.buyer) return refuse("receipt-unavailable");
  if (status !== "finalized") return refuse(refusalOfStatus(status));
  const limits = ctx.actor.kind === "admin" ? null : copyLimits;
  const now = ctx.now();
  const entry: NewAuditEntry = { action: "receipt-resent", at: now, actor: auditActorOf(ctx.actor) };
  const note: WantedCopy["note"] = (queued) => insertEntries(queued, entry);
  const copy = { drawId, orderId, now, limits, note };
  const isQueued = await withRetry(ctx, () => queueCopy(ctx.db, copy));
  return isQueued ? { ok: true } : refuse("resend-limit");
}
