import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { refuseManyCalls } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { checkOperator } from "./check-operator";
import { statusAt } from "./rules";
import { opensOrder } from "./rules.identity";
import { refusalOfStatus } from "./rules.refusal";
import type { OrderKey } from "./schema";
import { isOrderKey } from "./schema";
import { readOrderRow } from "./store";
import type { NewAuditEntry } from "./store.audit";
import { endOrder } from "./store.release";

/**
 * Cancels an order before it is paid and releases its tickets; one that is already cancelled stays so. A buyer who does
 * so often has to wait a minute; the tickets stay held, and others can be ordered. Refusals: those of `checkOperator`,
 * `order-not-found`, `too-many-calls`, `order-corrected`, `order-being-paid`, `order-finalized`, `order-expired`,
 * `order-refunded`.
 */
export async function cancelOrder(ctx: Context, key: OrderKey): Promise<{ ok: true } | Refusal> {
  const stop = await checkOperator(ctx, key);
  if (stop) return stop;
  if (!isOrderKey(key)) return refuse("order-not-found");
  const limited = await refuseManyCalls(ctx, "cancels");
  if (limited) return limited;
  const { instanceId: drawId, orderId } = key;
  const entry: NewAuditEntry = { action: "cancelled", at: ctx.now(), actor: auditActorOf(ctx.actor) };
  const ending = { drawId, orderId, entry, from: ["reserved" as const], to: "cancelled" as const };
  if (await withRetry(ctx, () => endOrder(ctx.db, ending))) return { ok: true };
  const order = await withRetry(ctx, () => readOrderRow(ctx.db, drawId, orderId));
  if (!order) return refuse("order-not-found");
  if (!opensOrder(ctx.actor, key, order)) return refuse("order-corrected");
  const status = statusAt(order, ctx.now());
  if (status === "cancelled") return { ok: true };
  return refuse(status === "reserved" ? "order-being-paid" : refusalOfStatus(status));
}
