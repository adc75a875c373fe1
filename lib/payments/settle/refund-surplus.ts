import "server-only";

import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import { recordUnfitAccount } from "@/lib/draws/account/store";
import type { Approval } from "@/lib/gateways/payment/port";
import { endOrder } from "@/lib/orders/holds/store";
import { isBeingPaid } from "@/lib/orders/rules";
import { toCodeColumns } from "@/lib/orders/rules.providers";
import { chooseRefundMethod } from "@/lib/orders/rules.refunds";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { writeAttempt } from "@/lib/orders/store.attempts";
import { createSettlementEntry, writeEntry } from "@/lib/orders/store.audit";
import { insertRefund } from "@/lib/orders/store.refunds";
import type { Database } from "@/lib/platform/db/database";
import { queueMail } from "@/lib/receipts/store";
import { findPaymentMismatch, isOpenState } from "./rules";
import type { Settlement } from "./store.outcomes";
import { moveOrder } from "./store.outcomes";

/**
 * Must be called in the transaction that locked the order. Marks an account as unfit if its currency or kind of money
 * is wrong, so that it takes no more cards.
 */
export async function refundSurplus(
  { mode, gateway }: Pick<Context, "mode" | "gateway">,
  tx: Database,
  settlement: Settlement,
  approval: Approval,
): Promise<AttemptRow> {
  const { key, attempt, now } = settlement;
  const { drawId, orderId, gatewayOrderNumber } = key;
  const { transactionId, code, amountCents } = approval;
  const mismatch = findPaymentMismatch(approval, attempt, mode);
  const written = await writeAttempt(tx, key, attempt.state, {
    state: "surplus",
    reason: mismatch,
    gatewayTransactionId: transactionId,
    ...toCodeColumns(code),
    capturedCents: amountCents,
    answeredAt: now,
    lookupAt: null,
  });
  await writeEntry(tx, key, createSettlementEntry("payment-surplus", settlement, { amountCents }));
  if (mismatch && mismatch !== "amount-mismatch") await recordUnfitAccount(tx, drawId, mismatch, now);
  // If no refund number is left, nothing is inserted, and the invariant check `surplus-kept` reports the money.
  await insertRefund(tx, {
    drawId,
    orderId,
    gatewayOrderNumber,
    amountCents,
    now,
    lineNumbers: [],
    cause: "surplus",
    method: chooseRefundMethod(gateway, { ...attempt, capturedCents: amountCents }, amountCents, now),
    requestedBy: "system",
    actor: systemActor,
  });
  await endPaidOrder(tx, settlement);
  await queueMail(tx, { drawId, orderId, kind: "returned", part: gatewayOrderNumber, now });
  return written;
}

/** Ends the order, unless another attempt has paid for it or may still do so. */
async function endPaidOrder(tx: Database, { key, attempt, order }: Settlement): Promise<void> {
  const { status } = order;
  if (status === "reserved" || (isBeingPaid(status) && isOpenState(attempt.state))) {
    await endOrder(tx, { ...key, from: [status], to: "refunded", entry: null });
  }
  if (status === "expired" || status === "cancelled") await moveOrder(tx, key, { from: [status], to: "refunded" });
}
