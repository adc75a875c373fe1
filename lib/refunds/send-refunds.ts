import "server-only";

import { findToSend } from "@/lib/orders/store.refunds";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import type { RefundContext } from "./send-refund";
import { sendRefund } from "./send-refund";

/**
 * Sends refunds that nobody has sent: surplus money, deferred attempts, and those whose process died before it could;
 * one per draw at a time, because none is taken before it is sent. Returns how many were tried.
 */
export function sendRefunds(ctx: RefundContext): Promise<number> {
  return drainQueue(ctx, {
    ofOneDraw: 1,
    claim: (except) => withRetry(ctx, () => findToSend(ctx.db, ctx.now(), except)),
    work: (key) => sendRefund(ctx, key),
    failure: "A refund could not be sent.",
  });
}
