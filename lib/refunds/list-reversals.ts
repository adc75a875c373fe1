import "server-only";

import type { Context } from "@/lib/context";
import type { PaymentAccount } from "@/lib/gateways/payment/gateway";
import { readAttempt } from "@/lib/orders/store.attempts";
import type { RefundRow } from "@/lib/orders/store.refunds";
import { listRefundsOf } from "@/lib/orders/store.refunds";
import type { Reversal } from "./rules.adjustments";

/**
 * Lists what the gateway returned of a refund's payment, read from the payment itself, which doesn't lag like the
 * report, and the refunds that account for it; null if the gateway doesn't say.
 */
export async function listReversals(
  ctx: Pick<Context, "db" | "gateway">,
  credentials: PaymentAccount,
  refund: RefundRow,
): Promise<Reversal | null> {
  const attempt = await readAttempt(ctx.db, refund);
  if (!attempt?.gatewayTransactionId) return { adjustments: [], refunds: [] };
  const list = await ctx.gateway.listAdjustments(credentials, attempt.gatewayTransactionId);
  if (list.kind !== "listed") return null;
  // A payment that was lost with a database is written with what was left of it.
  const beforeCents = attempt.kind === "lost" ? (attempt.capturedCents ?? 0) - attempt.amountCents : 0;
  return { adjustments: list.adjustments, refunds: await listRefundsOf(ctx.db, refund), beforeCents };
}
