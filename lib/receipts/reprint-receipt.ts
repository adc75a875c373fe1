import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { checkOperator } from "@/lib/orders/check-operator";
import { statusAt } from "@/lib/orders/rules";
import { refusalOfStatus } from "@/lib/orders/rules.refusal";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import { readOrderRow } from "@/lib/orders/store";
import { writeEntry } from "@/lib/orders/store.audit";
import { lockOrder } from "@/lib/orders/store.locks";
import type { NotedPrint } from "@/lib/orders/store.operator";
import { listPrints } from "@/lib/orders/store.operator";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

/** A page that repeats its claim, and a call of a device that is repeated with the same `now`, count once. */
function recordPrint(ctx: Context, key: OrderKey, now: Date, claim: string | null): Promise<number> {
  const actor = auditActorOf(ctx.actor);
  return ctx.db.transaction(async (tx) => {
    const order = { drawId: key.instanceId, orderId: key.orderId };
    await lockOrder(tx, order);
    const prints = await listPrints(tx, order);
    const isCall = (print: NotedPrint) => print.deviceId === actor.deviceId && print.at.getTime() === now.getTime();
    const same = prints.find((print) => print.claim === claim && (claim !== null || isCall(print)));
    if (same) return same.copy;
    const reprints = prints.filter(({ copy }) => copy > 0).length;
    const copy = claim !== null && prints.length === 0 ? 0 : reprints + 1;
    const action = copy === 0 ? "receipt-printed" : "receipt-reprinted";
    await writeEntry(tx, order, { action, at: now, actor, detail: { copy, ...(claim === null ? {} : { claim }) } });
    return copy;
  });
}

/**
 * Counts a print of the receipt of a finalized order, which may be refunded in part, before it is made; devices only.
 * `copy` says what the paper is: 0 is the original, which the first `claim` gets where nothing was printed yet, and
 * gets again when it is repeated. Refusals: `device-required`, those of `checkOperator`, `order-not-found`,
 * `details-erased`, `receipt-unavailable`, or what the order has become.
 */
export async function reprintReceipt(
  ctx: Context,
  key: OrderKey,
  claim: string | null = null,
): Promise<{ ok: true; copy: number } | Refusal> {
  if (ctx.actor.kind !== "device") return refuse("device-required");
  const refusal = await checkOperator(ctx, key);
  if (refusal) return refusal;
  const { instanceId: drawId, orderId } = key;
  const order = isOrderKey(key) ? await withRetry(ctx, () => readOrderRow(ctx.db, drawId, orderId)) : null;
  if (!order) return refuse("order-not-found");
  const status = statusAt(order, ctx.now());
  if (order.erasedAt) return refuse("details-erased");
  if (status === "reserved") return refuse("receipt-unavailable");
  if (status !== "finalized") return refuse(refusalOfStatus(status));
  const now = ctx.now();
  return { ok: true, copy: await withRetry(ctx, () => recordPrint(ctx, key, now, claim)) };
}
