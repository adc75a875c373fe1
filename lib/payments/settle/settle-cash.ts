import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { NotOnSaleReason } from "@/lib/draws/rules";
import { allowsCash, findNotOnSaleReason, isAllTaken } from "@/lib/draws/rules";
import { readDrawForShare, readDrawRecord } from "@/lib/draws/store";
import type { OperatorRefusal } from "@/lib/orders/check-operator";
import { checkOperator } from "@/lib/orders/check-operator";
import { createValidationNumber, hashValidationNumber } from "@/lib/orders/rules.validation";
import type { OrderKey } from "@/lib/orders/schema";
import type { OrderRow } from "@/lib/orders/store";
import { lockOrderRow } from "@/lib/orders/store";
import { findApprovedAttempt } from "@/lib/orders/store.attempts";
import { readNow } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { NoCashReason } from "./rules";
import { cashMethod, computeCashChange, findNoCashReason, isOwnCash } from "./rules";
import type { CashPayment } from "./store.cash";
import { settleCashPayment } from "./store.cash";
import { lockOpenSales } from "./store.outcomes";

/** In cents, the cash that the buyer handed over. */
export type CashInput = { givenCents?: number | undefined };

type NotOnSaleRefusal = Refusal<NotOnSaleReason | "second-draw-closed">;
type CashRefusal =
  | (OperatorRefusal | NotOnSaleRefusal)
  | Refusal<Exclude<NoCashReason, "not-on-sale"> | "device-required">;

/** A repeated call of the same device gets the same answer. Reads nothing after the sale, so nothing can fail then. */
export async function settleCash(
  ctx: Context,
  key: OrderKey,
  { givenCents }: CashInput = {},
): Promise<{ ok: true } | CashRefusal> {
  if (ctx.actor.kind !== "device") return refuse("device-required");
  const refusal = await checkOperator(ctx, key);
  if (refusal) return refusal;
  const reason = await withRetry(ctx, () => settleInTransaction(ctx, key, givenCents ?? null));
  if (reason === "not-on-sale") return withRetry(ctx, () => explainNotOnSale(ctx, key.instanceId));
  return reason ? refuse(reason) : { ok: true };
}

/**
 * Locks draw, order and pools, so that the draw can't close between the check and the sale. Null if the order is sold.
 */
function settleInTransaction(ctx: Context, key: OrderKey, givenCents: number | null): Promise<NoCashReason | null> {
  const { instanceId: drawId, orderId } = key;
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const draw = await readDrawForShare(tx, drawId);
    const isOnSale = await lockOpenSales(tx, { drawId, orderId }, now);
    const order = await lockOrderRow(tx, drawId, orderId);
    if (!draw || !order) return "order-not-found";
    const paid = order.status === "finalized" ? await findApprovedAttempt(tx, drawId, orderId) : null;
    // Another device's cash has paid for the order, so this device must return its cash to the buyer.
    if (paid?.method === cashMethod) {
      return isOwnCash(paid, toAuditActor(ctx.actor).deviceId) ? null : "cash-taken-elsewhere";
    }
    const sale = { order: { ...order, hasBuyer: order.buyer !== null }, isOnSale, givenCents };
    const terms = { allowsCash: allowsCash(draw), allowsAnonymous: draw.terminal.allowAnonymousCash };
    const reason = findNoCashReason({ ...sale, ...terms }, now);
    if (!reason) await settleCashPayment(tx, toCashPayment(ctx, order, givenCents, now));
    return reason;
  });
}

function toCashPayment(ctx: Context, order: OrderRow, givenCents: number | null, now: Date): CashPayment {
  const { drawId, orderId, amountCents } = order;
  const actor = toAuditActor(ctx.actor);
  const detail = { amountCents, givenCents, changeCents: computeCashChange(amountCents, givenCents) };
  return {
    drawId,
    orderId,
    now,
    amountCents,
    actor,
    hasBuyer: order.buyer !== null,
    validationHash: hashValidationNumber(ctx.sealer, drawId, createValidationNumber(ctx.sealer, order)),
    entry: { action: "cash-taken", at: now, actor, detail },
  };
}

async function explainNotOnSale(ctx: Context, drawId: string): Promise<NotOnSaleRefusal> {
  const record = await readDrawRecord(ctx.db, drawId);
  const reason = record ? findNotOnSaleReason(record, await readNow(ctx.db, ctx.now())) : "draw-not-found";
  return refuse(reason && !isAllTaken(reason) ? reason : "second-draw-closed");
}
