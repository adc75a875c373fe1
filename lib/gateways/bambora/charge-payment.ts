import "server-only";

import type { Context } from "@/lib/platform/server/context";

import type { ChargeOutcome, ChargeRequest, GatewayCredentials } from "./gateway";

/**
 * Charges a card once; the caller has made the attempt durable before. An approval of another amount than was asked for
 * is `unknown`: it must not become tickets, and must not be forgotten. Never throws, never tries twice.
 */
export async function chargePayment(
  ctx: Pick<Context, "gateway">,
  credentials: GatewayCredentials,
  request: ChargeRequest,
): Promise<ChargeOutcome> {
  const outcome = await ctx.gateway.charge(credentials, request);
  const isOtherAmount = outcome.kind === "approved" && outcome.amountCents !== request.amountCents;
  return isOtherAmount ? { kind: "unknown", code: outcome.code } : outcome;
}
