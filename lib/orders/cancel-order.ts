import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { checkOperator } from "./check-operator";
import type { OrderKey } from "./read-order";
import { readOrder } from "./read-order";
import type { OrderView } from "./rules";
import { refusalOfStatus } from "./rules.refusal";
import type { NewAuditEntry } from "./store.audit";
import { endOrder } from "./store.release";

/**
 * Cancels an order before it is paid and frees its tickets; an order that is cancelled already is answered as it is.
 * Refusals: those of `checkOperator`, `order-not-found`, `order-being-paid`, `order-finalized`, `order-expired`,
 * `order-refunded`.
 */
export async function cancelOrder(ctx: Context, key: OrderKey): Promise<{ ok: true; order: OrderView } | Refusal> {
  const stop = await checkOperator(ctx, key);
  if (stop) return stop;
  const before = await readOrder(ctx, key);
  if (!before.ok) return before;
  const entry: NewAuditEntry = { action: "cancelled", at: ctx.now(), actor: auditActorOf(ctx.actor) };
  const ending = { drawId: key.instanceId, orderId: key.orderId, entry };
  await withRetry(ctx, () => endOrder(ctx.db, { ...ending, from: ["reserved"], to: "cancelled" }));
  const read = await readOrder(ctx, key);
  if (!read.ok || read.order.status === "cancelled") return read;
  return refuse(read.order.status === "reserved" ? "order-being-paid" : refusalOfStatus(read.order.status));
}
