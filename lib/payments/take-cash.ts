import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { allowsCash, isAllTaken, whyNotOnSale } from "@/lib/draws/rules";
import { readDrawForShare, readDrawRecord } from "@/lib/draws/store";
import { checkOperator } from "@/lib/orders/check-operator";
import { hashValidationNumber, validationNumberOf } from "@/lib/orders/rules.validation";
import type { OrderKey } from "@/lib/orders/schema";
import type { OrderRow } from "@/lib/orders/store";
import { lockOrderRow } from "@/lib/orders/store";
import { findApprovedAttempt } from "@/lib/orders/store.attempts";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { readNow } from "@/lib/platform/db/clock";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { queueMail } from "@/lib/receipts/store";
import type { CashStop } from "./rules.cash";
import { cashMethod, changeOf, isOwnCash, whyNoCash } from "./rules.cash";
import { insertCash } from "./store.cash";
import { issueNumbers } from "./store.finalize";
import { lockOpenSales } from "./store.settlement";

/** What the buyer handed over, in cents; without it nothing is compared. */
export type GivenCash = { givenCents?: number | undefined };

/** Attempt, order, counters, ranges, the receipt's mail and who did it, in the transaction that locked the order. */
async function sell(ctx: Context, tx: Database, order: OrderRow, givenCents: number | null, now: Date): Promise<void> {
  const { drawId, orderId, amountCents } = order;
  const key = { drawId, orderId };
  const actor = auditActorOf(ctx.actor);
  await insertCash(tx, { ...key, amountCents, actor, now });
  const validationHash = hashValidationNumber(ctx.sealer, drawId, validationNumberOf(ctx.sealer, key));
  const detail = { amountCents, givenCents, changeCents: changeOf(amountCents, givenCents) };
  const entry: NewAuditEntry = { action: "cash-taken", at: now, actor, detail };
  const sale = { ...key, from: order.status, now, cardType: null, cardLastFour: null, validationHash, entry };
  if (order.buyer) await queueMail(tx, { ...key, kind: "receipt", now });
  if (!(await issueNumbers(tx, sale))) throw new Error("A locked order could not be sold for cash.");
}

/**
 * Draw, order, pools: the lock order used everywhere. The draw stays locked, so that no close and no cut-off can come
 * between checking its sales and issuing the numbers. Returns null if the order is sold for cash, now or by an earlier
 * run of this call.
 */
function sellOnce(ctx: Context, key: OrderKey, givenCents: number | null): Promise<CashStop | null> {
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
    if (!stop) await sell(ctx, tx, order, givenCents, now);
    return stop;
  });
}

/** Says why a draw whose order cannot be sold does not sell: all of it, or a second draw of the order. */
async function explainNotOnSale(ctx: Context, drawId: string): Promise<Refusal> {
  const record = await readDrawRecord(ctx.db, drawId);
  const stop = record ? whyNotOnSale(record, await readNow(ctx.db, ctx.now())) : "draw-not-found";
  return refuse(stop && !isAllTaken(stop) ? stop : "second-draw-closed");
}

/**
 * Takes cash for a reserved order and returns its numbers, in one transaction; devices only. A repeat by the device
 * that took it, after a lost answer or a second tap, gets the same answer. Nothing is read after the sale that could
 * make it fail. Refusals: `device-required`, those of `checkOperator`, the order's new state (`order-being-paid` while
 * a payment of it is open), `cash-taken-elsewhere` if another device has the cash, why the draw isn't selling,
 * `second-draw-closed`, `cash-not-accepted` if the draw takes none, `buyer-required` if it requires a buyer's name,
 * `cash-too-little`.
 */
export async function takeCash(
  ctx: Context,
  key: OrderKey,
  { givenCents }: GivenCash = {},
): Promise<{ ok: true } | Refusal> {
  if (ctx.actor.kind !== "device") return refuse("device-required");
  const refusal = await checkOperator(ctx, key);
  if (refusal) return refusal;
  const stop = await withRetry(ctx, () => sellOnce(ctx, key, givenCents ?? null));
  if (stop === "not-on-sale") return withRetry(ctx, () => explainNotOnSale(ctx, key.instanceId));
  return stop ? refuse(stop) : { ok: true };
}
