import "server-only";

import type { Context } from "@/lib/context";
import { chargePayment } from "@/lib/gateways/payment/charge-payment";
import type { ChargeOutcome, ChargeRequest, PaymentAccount } from "@/lib/gateways/payment/gateway";
import type { PaymentKey } from "@/lib/orders/store.attempts";
import { settleAttempt } from "./settle-attempt";
import type { SettledAttempt } from "./store.sell";

/** An attempt that its caller has just written, and how it is charged. */
export type OpenedAttempt = {
  key: PaymentKey;
  credentials: PaymentAccount;
  request: ChargeRequest;
  /** As it was written with the attempt. */
  deadlineAt: Date;
};

/** Nothing left this process, which alone had the right to charge. */
const notSent: ChargeOutcome = { kind: "refused", reason: "payment-unavailable", code: null, transactionId: null };

/** Charges an attempt once, unless its deadline is over, records what became of it, and gives it as it then is. */
export async function chargeAttempt(ctx: Context, attempt: OpenedAttempt): Promise<SettledAttempt> {
  const { key, credentials, request, deadlineAt } = attempt;
  // A process that slept past the deadline no longer has the right to charge: others may have given the attempt up.
  const isLate = ctx.now() >= deadlineAt;
  const outcome = isLate ? notSent : await chargePayment(ctx, credentials, request);
  return settleAttempt(ctx, key, outcome);
}
