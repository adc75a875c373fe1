import "server-only";

import type { Context } from "@/lib/context";
import type { Approval } from "@/lib/gateways/bambora/gateway";
import type { AttemptState } from "@/lib/orders/rules.attempts";
import { hashValidationNumber, validationNumberOf } from "@/lib/orders/rules.validation";
import { writeAttempt } from "@/lib/orders/store.attempts";
import { settlementEntry } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { queueMail } from "@/lib/receipts/store";
import { issueNumbers } from "./store.finalize";
import type { Settlement } from "./store.settlement";
import { moveOrder, retakeTickets } from "./store.settlement";

/** An order that is not being paid any more is taken into payment again, with its tickets. */
async function retake(tx: Database, { key, order }: Settlement): Promise<void> {
  if (order.status === "expired" || order.status === "cancelled") await retakeTickets(tx, key);
  else await moveOrder(tx, key, { from: ["reserved"], to: "unknown" });
}

/**
 * Turns an approved payment into numbers, in the transaction that locked the order: attempt, order, counters, ranges
 * and the receipt's mail. Throws on a pool's broken constraint when a late payment finds no tickets left.
 */
export async function finalizeOrder(
  { sealer }: Pick<Context, "sealer">,
  tx: Database,
  settlement: Settlement,
  approval: Approval,
): Promise<void> {
  const { key, attempt, now } = settlement;
  const { transactionId, code, cardType, lastFour } = approval;
  await writeAttempt(tx, key, attempt.state as AttemptState, {
    state: "approved",
    reason: null,
    gatewayTransactionId: transactionId,
    gatewayCode: code,
    answeredAt: now,
    askAt: null,
  });
  await retake(tx, settlement);
  const validationHash = hashValidationNumber(sealer, key.drawId, validationNumberOf(sealer, key));
  const entry = settlementEntry("payment-approved", settlement, { amountCents: approval.amountCents });
  const issued = await issueNumbers(tx, { ...key, now, cardType, cardLastFour: lastFour, validationHash, entry });
  if (!issued) throw new Error("An approved payment found its order in no state to be finalized.");
  await queueMail(tx, { ...key, kind: "receipt", now });
}
