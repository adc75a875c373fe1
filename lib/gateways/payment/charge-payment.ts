import "server-only";

import type { ChargeOutcome, ChargeRequest, PaymentAccount, PaymentGateway } from "./port";

/** An approval of another amount is `unknown`, as it must neither become tickets nor be forgotten. Never retries. */
export async function chargePayment(
  ctx: { gateway: PaymentGateway },
  credentials: PaymentAccount,
  request: ChargeRequest,
): Promise<ChargeOutcome> {
  const outcome = await ctx.gateway.charge(credentials, request);
  const isOtherAmount = outcome.kind === "approved" && outcome.amountCents !== request.amountCents;
  return isOtherAmount ? { kind: "unknown", code: outcome.code } : outcome;
}
