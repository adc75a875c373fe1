import "server-only";

import { logFailure } from "@/lib/log";

import type { RefundContext } from "./send-refund";
import { sendRefund } from "./send-refund";
import { listToSend } from "./store.refunds";

/** The most refunds of one turn. */
const batch = 10;

/**
 * Sends refunds that nobody has sent: surplus money, tries that were put off, and those whose process died before it
 * could. One that fails does not keep the others.
 */
export async function sendRefunds(ctx: RefundContext): Promise<void> {
  for (const key of await listToSend(ctx.db, ctx.now(), batch)) {
    try {
      await sendRefund(ctx, key);
    } catch (error) {
      logFailure("A refund could not be sent.", error);
    }
  }
}
