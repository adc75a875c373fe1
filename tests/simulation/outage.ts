import { createAccountKey, outageRules, trialRules } from "@/lib/payments/pay/rules.pauses";
import { demoAccount } from "@/sandbox/accounts";

import { secondMs } from "./clock";
import type { Facts } from "./facts";
import type { World } from "./world";
import { count } from "./world";

const otherDraw = "elsewhere";

/** After so many unanswered charges, the account is out, so only trials are opened. */
export async function beginOutage({ setup, clock }: World): Promise<void> {
  const sentAt = new Date(clock.now() - 20 * secondMs).toISOString();
  const account = createAccountKey(setup.sealer, demoAccount.merchantId);
  const numbers = `generate_series(1, ${outageRules.sampleSize}) n`;
  await setup.client.query(
    `insert into payment_attempts (draw_id, gateway_order_number, attempt_number, kind, method, token_hash,
      amount_cents, state, reason, sent_at, deadline_at, answered_at, asks)
    select $1, 'lost-' || n, 1, 'order', 'token', 'lost-' || n, 1000, 'declined', 'declined', $2, $2, $2, 1
    from ${numbers}`,
    [otherDraw, sentAt],
  );
  await setup.client.query(
    `insert into payment_tries (draw_id, gateway_order_number, sent_at, account_key)
    select $1, 'lost-' || n, $2, $3 from ${numbers}`,
    [otherDraw, sentAt, account],
  );
}

/** While an account is out, only one payer at a time makes a trial. */
export function checkTrials({ attempts }: Facts, now: number): string[] {
  const isUnderWay = ({ trial, state, sentAt }: Facts["attempts"][number]) =>
    trial !== null && state === "sent" && now < sentAt + trialRules.answerTimeoutSeconds * secondMs;
  const trials = attempts.filter(isUnderWay).length;
  return trials > 1 ? [`${trials} payers try an account that is out at once`] : [];
}

export async function endOutage({ setup }: World): Promise<void> {
  for (const table of ["payment_tries", "payment_attempts"]) {
    await setup.client.query(`delete from ${table} where draw_id = $1`, [otherDraw]);
  }
}

export function noteOutages(world: World, before: Facts, { attempts }: Facts): void {
  const earlier = new Map(before.attempts.map((attempt) => [attempt.number, attempt]));
  for (const { number, state, trial, shownAt } of attempts) {
    const was = earlier.get(number);
    if (shownAt !== null && was?.shownAt === null) count(world, "shown by a page");
    if (trial === null || was?.state !== "sent" || state === "sent") continue;
    count(world, state === "unknown" ? "trial > not answered" : "trial > answered");
  }
}

export function noteMissed(world: World, before: Facts, after: Facts): void {
  const missed = ({ attempts }: Facts) => attempts.filter(({ missedAt }) => missedAt !== null).length;
  if (missed(after) > missed(before)) count(world, "not shown by a whole reading");
}
