import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { OperatorRefusal } from "@/lib/orders/check-operator";
import { checkOperator } from "@/lib/orders/check-operator";
import type { StatusRefusal } from "@/lib/orders/rules";
import { getStatusAt, getStatusRefusal } from "@/lib/orders/rules";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import type { OrderRow } from "@/lib/orders/store";
import { readOrderRow } from "@/lib/orders/store";
import { lockOrder } from "@/lib/orders/store.attempts";
import type { RecordedPrint } from "@/lib/orders/store.audit";
import { listPrints, writeEntry } from "@/lib/orders/store.audit";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

export type NoReceipt = StatusRefusal | Refusal<"details-erased" | "receipt-unavailable">;

type PrintResult = { ok: true; copy: number } | OperatorRefusal | NoReceipt | Refusal<"device-required">;

/** For devices, before a print. `copy` 0 is the original. It belongs to the first `claim`, also if that is repeated. */
export async function reprintReceipt(ctx: Context, key: OrderKey, claim: string | null = null): Promise<PrintResult> {
  if (ctx.actor.kind !== "device") return refuse("device-required");
  const refusal = await checkOperator(ctx, key);
  if (refusal) return refusal;
  const order = await readReceiptOrder(ctx, key);
  if (!order) return refuse("order-not-found");
  const now = ctx.now();
  const noReceipt = findNoReceiptReason(order, now);
  if (noReceipt) return noReceipt;
  return { ok: true, copy: await withRetry(ctx, () => recordPrint(ctx, key, now, claim)) };
}

export async function readReceiptOrder(ctx: Context, key: OrderKey): Promise<OrderRow | null> {
  return isOrderKey(key) ? withRetry(ctx, () => readOrderRow(ctx.db, key.instanceId, key.orderId)) : null;
}

export function findNoReceiptReason(order: OrderRow, now: Date, hasReader = true): NoReceipt | null {
  const status = getStatusAt(order, now);
  if (order.erasedAt) return refuse("details-erased");
  if (status === "reserved" || !hasReader) return refuse("receipt-unavailable");
  return status === "finalized" ? null : refuse(getStatusRefusal(status));
}

/** A repeated claim counts once. So does a device's repeated call with the same `now`. */
function recordPrint(ctx: Context, key: OrderKey, now: Date, claim: string | null): Promise<number> {
  const actor = toAuditActor(ctx.actor);
  return ctx.db.transaction(async (tx) => {
    const order = { drawId: key.instanceId, orderId: key.orderId };
    await lockOrder(tx, order);
    const prints = await listPrints(tx, order);
    const isCall = (print: RecordedPrint) => print.deviceId === actor.deviceId && print.at.getTime() === now.getTime();
    const same = prints.find((print) => print.claim === claim && (claim !== null || isCall(print)));
    if (same) return same.copy;
    const reprints = prints.filter(({ copy }) => copy > 0).length;
    const copy = claim !== null && prints.length === 0 ? 0 : reprints + 1;
    const action = copy === 0 ? "receipt-printed" : "receipt-reprinted";
    await writeEntry(tx, order, { action, at: now, actor, detail: { copy, ...(claim === null ? {} : { claim }) } });
    return copy;
  });
}
