import "server-only";

import { findToSend } from "@/lib/orders/store.refunds";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import type { RefundContext } from "./send-refund";
import { sendRefund } from "./send-refund";

/**
 * Sends refunds that nobody has sent: surplus money, tries that were put off, and those whose process died before it
 * could; one of a draw at a time, for none is taken before it is sent. Gives how many were tried.
 */
export function sendRefunds(ctx: RefundContext): Promise<number> {
  return drainQueue(ctx, {
    ofOneDraw: 1,
    claim: (except) => withRetry(ctx, () => findToSend(ctx.db, ctx.now(), except)),
    work: (key) => sendRefund(ctx, key),
    failure: "A refund could not be sent.",
  });
}
