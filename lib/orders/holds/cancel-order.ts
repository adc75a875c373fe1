import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import type { OperatorRefusal } from "@/lib/orders/check-operator";
import { checkOperator } from "@/lib/orders/check-operator";
import type { StatusRefusal } from "@/lib/orders/rules";
import { getStatusAt, getStatusRefusal } from "@/lib/orders/rules";
import { canOpenOrder } from "@/lib/orders/rules.identity";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import { readOrderRow } from "@/lib/orders/store";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { withRetry } from "@/lib/platform/db/errors";
import { checkCallLimit } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { endOrder } from "./store";

type CancelRefusal =
  | OperatorRefusal
  | Refusal<AdminRefusal>
  | StatusRefusal
  | Refusal<"order-not-found" | "too-many-calls" | "order-corrected" | "order-being-paid">;

/** Only for admins: a call of the admin API without a key must not act as a buyer. */
export async function cancelAsAdmin(ctx: Context, key: OrderKey): Promise<{ ok: true } | CancelRefusal> {
  return ctx.actor.kind === "admin" ? cancelOrder(ctx, key) : refuse("admin-key-wrong");
}

/** Safe to repeat. A buyer who cancels often must wait a minute. An admin needs `orders`. */
export async function cancelOrder(ctx: Context, key: OrderKey): Promise<{ ok: true } | CancelRefusal> {
  const refusal =
    ctx.actor.kind === "admin"
      ? await authorizeForDraw(ctx, "orders", key.instanceId, "order-not-found")
      : await checkOperator(ctx, key);
  if (refusal) return refusal;
  if (!isOrderKey(key)) return refuse("order-not-found");
  const limited = await checkCallLimit(ctx, "cancels");
  if (limited) return limited;
  const { instanceId: drawId, orderId } = key;
  const entry: NewAuditEntry = { action: "cancelled", at: ctx.now(), actor: toAuditActor(ctx.actor) };
  const ending = { drawId, orderId, entry, from: ["reserved" as const], to: "cancelled" as const };
  if (await withRetry(ctx, () => endOrder(ctx.db, ending))) return { ok: true };
  const order = await withRetry(ctx, () => readOrderRow(ctx.db, drawId, orderId));
  if (!order) return refuse("order-not-found");
  if (!canOpenOrder(ctx.actor, key, order)) return refuse("order-corrected");
  const status = getStatusAt(order, ctx.now());
  if (status === "cancelled") return { ok: true };
  return status === "reserved" ? refuse("order-being-paid") : refuse(getStatusRefusal(status));
}
