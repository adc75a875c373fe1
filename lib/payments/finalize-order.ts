import "server-only";

import type { Context } from "@/lib/context";
import type { Approval } from "@/lib/gateways/payment/gateway";
import { codeColumnsOf } from "@/lib/orders/rules.providers";
import { hashValidationNumber, validationNumberOf } from "@/lib/orders/rules.validation";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { writeAttempt } from "@/lib/orders/store.attempts";
import { settlementEntry } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { queueMail } from "@/lib/receipts/store";
import { issueNumbers } from "./store.finalize";
import type { Settlement } from "./store.settlement";
import { retakeTickets } from "./store.settlement";

/**
 * Turns an approved payment into numbers, in the transaction that locked the order: attempt, which it gives, order,
 * counters, ranges and the receipt's mail. Throws on a pool's broken constraint when a late payment finds no tickets.
 */
export async function finalizeOrder(
  { sealer }: Pick<Context, "sealer">,
  tx: Database,
  settlement: Settlement,
  approval: Approval,
): Promise<AttemptRow> {
  const { key, attempt, order, now } = settlement;
  const { transactionId, code, cardType, lastFour } = approval;
  const written = await writeAttempt(tx, key, attempt.state, {
    state: "approved",
    reason: null,
    gatewayTransactionId: transactionId,
    ...codeColumnsOf(code),
    answeredAt: now,
    askAt: null,
  });
  const validationHash = hashValidationNumber(sealer, key.drawId, validationNumberOf(sealer, key));
  const entry = settlementEntry("payment-approved", settlement, { amountCents: approval.amountCents });
  const card = { cardType, cardLastFour: lastFour };
  await queueMail(tx, { ...key, kind: "receipt", now });
  // An order that is over has given its tickets back.
  if (order.status === "expired" || order.status === "cancelled") await retakeTickets(tx, key);
  const issued = await issueNumbers(tx, { ...key, from: order.status, now, ...card, validationHash, entry });
  if (!issued) throw new Error("An approved payment found its order in no state to be finalized.");
  return written;
}
