import "server-only";

import type { ChargeOutcome, ChargeRequest, PaymentAccount, PaymentGateway } from "./port";

/** Never retries. An approval of another amount counts as `unknown`, so that a lookup decides about its money. */
export async function chargePayment(
  ctx: { gateway: PaymentGateway },
  credentials: PaymentAccount,
  request: ChargeRequest,
): Promise<ChargeOutcome> {
  const outcome = await ctx.gateway.charge(credentials, request);
  const isOtherAmount = outcome.kind === "approved" && outcome.amountCents !== request.amountCents;
  return isOtherAmount ? { kind: "unknown", code: outcome.code } : outcome;
}
