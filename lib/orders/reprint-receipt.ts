import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/db/errors";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";

import { checkOperator } from "./check-operator";
import type { OrderKey } from "./read-order";
import { readOrder } from "./read-order";
import type { OrderView } from "./rules";
import { refusalOfStatus } from "./rules.refusal";
import { auditActorOf, writeEntry } from "./store.audit";
import { countEntries } from "./store.operator";
import { lockOrder } from "./store.settlement";

/** A call that is repeated by its device with the same `now` counts once. */
function countCopy(ctx: Context, { instanceId: drawId, orderId }: OrderKey, now: Date): Promise<void> {
  const actor = auditActorOf(ctx.actor);
  return ctx.db.transaction(async (tx) => {
    const key = { drawId, orderId };
    await lockOrder(tx, key);
    const same = { from: now, to: now, deviceId: actor.deviceId };
    if ((await countEntries(tx, key, "receipt-reprinted", same)) > 0) return;
    const copy = (await countEntries(tx, key, "receipt-reprinted")) + 1;
    await writeEntry(tx, key, { action: "receipt-reprinted", at: now, actor, detail: { copy } });
  });
}

/**
 * Counts one more print of the receipt of a finalized order, which may be refunded in part; devices only. Refusals:
 * `device-required`, those of `checkOperator`, `order-not-found`, `receipt-unavailable`, or what the order has become.
 */
export async function reprintReceipt(ctx: Context, key: OrderKey): Promise<{ ok: true; order: OrderView } | Refusal> {
  if (ctx.actor.kind !== "device") return refuse("device-required");
  const refusal = await checkOperator(ctx, key);
  if (refusal) return refusal;
  const read = await readOrder(ctx, key);
  if (!read.ok) return read;
  const { status } = read.order;
  if (status === "reserved") return refuse("receipt-unavailable");
  if (status !== "finalized") return refuse(refusalOfStatus(status));
  const now = ctx.now();
  await withRetry(ctx, () => countCopy(ctx, key, now));
  return read;
}
