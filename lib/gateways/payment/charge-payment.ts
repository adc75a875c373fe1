import "server-only";

import type { ChargeOutcome, ChargeRequest, PaymentAccount, PaymentGateway } from "./gateway";

/**
 * Charges once; the attempt is already durable. An approval of another amount is `unknown`: it must not become tickets
 * and must not be forgotten. Never throws, never retries.
 */
export async function chargePayment(
  ctx: { gateway: PaymentGateway },
  credentials: PaymentAccount,
  request: ChargeRequest,
): Promise<ChargeOutcome> {
  const outcome = await ctx.gateway.charge(credentials, request);
  const isOtherAmount = outcome.kind === "approved" && outcome.amountCents !== request.amountCents;
  return isOtherAmount ? { kind: "unknown", code: outcome.code } : outcome;
}
