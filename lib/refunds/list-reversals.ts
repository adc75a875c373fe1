import "server-only";

import type { Context } from "@/lib/context";
import type { GatewayCredentials } from "@/lib/gateways/bambora/gateway";
import { readAttempt } from "@/lib/orders/store.attempts";
import type { RefundRow } from "@/lib/orders/store.refunds";
import { listRefundsOf } from "@/lib/orders/store.refunds";
import type { Reversal } from "./rules.adjustments";

/**
 * Lists what the gateway gave back of the payment of a refund, asked for at the payment itself, which does not lag as
 * the report does, and the refunds that tell whose it was; null when the gateway does not say.
 */
export async function listReversals(
  ctx: Pick<Context, "db" | "gateway">,
  credentials: GatewayCredentials,
  refund: RefundRow,
): Promise<Reversal | null> {
  const attempt = await readAttempt(ctx.db, refund);
  if (!attempt?.gatewayTransactionId) return { adjustments: [], refunds: [] };
  const list = await ctx.gateway.listAdjustments(credentials, attempt.gatewayTransactionId);
  if (list.kind !== "listed") return null;
  return { adjustments: list.adjustments, refunds: await listRefundsOf(ctx.db, refund) };
}
