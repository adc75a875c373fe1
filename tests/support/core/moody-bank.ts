import { sql } from "drizzle-orm";
import { minuteMs } from "@/lib/durations";
import type { RefundOutcome, RefundRequest } from "@/lib/gateways/payment/port";
import { queryRows } from "@/lib/platform/db/database";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { queueCancellations } from "@/lib/receipts/results/queue-results";
import { reconcileRefunds } from "@/lib/refunds/reconcile-refunds";
import { refundCancelledDraws } from "@/lib/refunds/refund-cancelled-draws";
import { sendRefunds } from "@/lib/refunds/send-refund";
import { inOtherProcess } from "./other-process";
import type { TestContext } from "./test-context";
import { giveBack } from "./test-gateway";

/** Returns the same numbers for the same seed, from 0 to 99. */
function createDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % 100;
  };
}

/** Out of 100 refunds, five are not taken, two lost, three made but not answered, and one is refused for good. */
export function makeBankMoody({ gateway }: TestContext, seed = 7): void {
  const roll = createDice(seed);
  const refused = new Set<string>();
  gateway.giveBack = async (request: RefundRequest): Promise<RefundOutcome> => {
    const face = roll();
    if (refused.has(request.transactionId)) return { kind: "refused", reason: "refund-refused", code: "314" };
    if (face < 5) return { kind: "refused", reason: "refund-unavailable", code: "935" };
    if (face < 7) return { kind: "unknown", code: null };
    if (face === 10) {
      refused.add(request.transactionId);
      return { kind: "refused", reason: "refund-refused", code: "314" };
    }
    const outcome = giveBack(gateway, request);
    return face < 10 ? { kind: "unknown", code: null } : outcome;
  };
}

/** Runs the jobs of two processes side by side, as often as it takes. Returns false if they never come to rest. */
export async function runCancellation(test: TestContext, maxRounds = 4000): Promise<boolean> {
  const processes = [test.ctx, inOtherProcess(test.ctx)];
  for (let round = 0; round < maxRounds; round += 1) {
    const jobs = [refundCancelledDraws, sendRefunds, reconcileRefunds, queueCancellations] as const;
    for (const job of jobs) await Promise.all(processes.map((ctx) => job(ctx)));
    await Promise.all(processes.map((ctx) => deliverMail(ctx)));
    if (await isAtRest(test)) return true;
    test.clock.advance(minuteMs);
  }
  return false;
}

async function isAtRest({ ctx }: TestContext): Promise<boolean> {
  const [row] = await queryRows<{ open: boolean }>(
    ctx.db,
    sql`select exists (select from refunds where state in ('pending', 'sent', 'unknown'))
      or exists (select from outbox where state in ('waiting', 'bulk'))
      or exists (select from draw_cancellations where refund_at is not null or queued_to is not null) as open`,
  );
  return row?.open === false;
}
