import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { SaleStop } from "@/lib/draws/rules";
import { allowsCash, isAllTaken, whyNotOnSale } from "@/lib/draws/rules";
import { readDrawForShare, readDrawRecord } from "@/lib/draws/store";
import type { OperatorRefusal } from "@/lib/orders/check-operator";
import { checkOperator } from "@/lib/orders/check-operator";
import { hashValidationNumber, validationNumberOf } from "@/lib/orders/rules.validation";
import type { OrderKey } from "@/lib/orders/schema";
import type { OrderRow } from "@/lib/orders/store";
import { lockOrderRow } from "@/lib/orders/store";
import { findApprovedAttempt } from "@/lib/orders/store.attempts";
import { readNow } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { CashStop } from "./rules";
import { cashChangeOf, cashMethod, isOwnCash, whyNoCash } from "./rules";
import type { CashPayment } from "./store";
import { settleCashPayment } from "./store";
import { lockOpenSales } from "./store.outcomes";

/** What the buyer handed over, in cents; without it nothing is compared. */
export type GivenCash = { givenCents?: number | undefined };

type NotOnSaleRefusal = Refusal<SaleStop | "second-draw-closed">;
type CashRefusal = (OperatorRefusal | NotOnSaleRefusal) | Refusal<Exclude<CashStop, "not-on-sale"> | "device-required">;

/**
 * Takes cash for a reserved order and gives it its numbers, in one transaction; devices only. A repeat by the device
 * that took the cash, after a lost answer or a second tap, gets the same answer. Nothing is read after the sale that
 * could make it fail.
 */
export async function settleCash(
  ctx: Context,
  key: OrderKey,
  { givenCents }: GivenCash = {},
): Promise<{ ok: true } | CashRefusal> {
  if (ctx.actor.kind !== "device") return refuse("device-required");
  const refusal = await checkOperator(ctx, key);
  if (refusal) return refusal;
  const stop = await withRetry(ctx, () => settleOnce(ctx, key, givenCents ?? null));
  if (stop === "not-on-sale") return withRetry(ctx, () => explainNotOnSale(ctx, key.instanceId));
  return stop ? refuse(stop) : { ok: true };
}

/**
 * Draw, order, pools: the lock order used everywhere. The draw stays locked, so that no close and no cut-off can come
 * between checking its sales and issuing the numbers. Returns null if the order is sold for cash, now or by an earlier
 * run of this call.
 */
function settleOnce(ctx: Context, key: OrderKey, givenCents: number | null): Promise<CashStop | null> {
  const { instanceId: drawId, orderId } = key;
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const draw = await readDrawForShare(tx, drawId);
    const sells = await lockOpenSales(tx, { drawId, orderId }, now);
    const order = await lockOrderRow(tx, drawId, orderId);
    if (!draw || !order) return "order-not-found";
    const paid = order.status === "finalized" ? await findApprovedAttempt(tx, drawId, orderId) : null;
    // Sold for cash is an answer only for the device that has the cash: another one holds money that doesn't count.
    if (paid?.method === cashMethod) {
      return isOwnCash(paid, auditActorOf(ctx.actor).deviceId) ? null : "cash-taken-elsewhere";
    }
    const facts = { order: { ...order, hasBuyer: order.buyer !== null }, sells, givenCents };
    const terms = { allowsCash: allowsCash(draw), allowsAnonymous: draw.terminal.allowAnonymousCash };
    const stop = whyNoCash({ ...facts, ...terms }, now);
    if (!stop) await settleCashPayment(tx, toCashPayment(ctx, order, givenCents, now));
    return stop;
  });
}

function toCashPayment(ctx: Context, order: OrderRow, givenCents: number | null, now: Date): CashPayment {
  const { drawId, orderId, amountCents } = order;
  const actor = auditActorOf(ctx.actor);
  const detail = { amountCents, givenCents, changeCents: cashChangeOf(amountCents, givenCents) };
  return {
    ...{ drawId, orderId, now, amountCents, actor, hasBuyer: order.buyer !== null },
    validationHash: hashValidationNumber(ctx.sealer, drawId, validationNumberOf(ctx.sealer, order)),
    entry: { action: "cash-taken", at: now, actor, detail },
  };
}

async function explainNotOnSale(ctx: Context, drawId: string): Promise<NotOnSaleRefusal> {
  const record = await readDrawRecord(ctx.db, drawId);
  const stop = record ? whyNotOnSale(record, await readNow(ctx.db, ctx.now())) : "draw-not-found";
  return refuse(stop && !isAllTaken(stop) ? stop : "second-draw-closed");
}
