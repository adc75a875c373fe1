import { accountKeyOf, outageRules, trialRules } from "@/lib/payments/pay/rules.pauses";
import { demoAccount } from "@/sandbox/accounts";

import { secondMs } from "./clock";
import type { Facts } from "./facts";
import type { World } from "./world";
import { count } from "./world";

/** Another draw of the same account, whose charges were not answered a moment ago. */
const otherDraw = "elsewhere";

/** So many charges of the account were not answered right before a run that no further ones are opened but trials. */
export async function beginOutage({ ground, clock }: World): Promise<void> {
  const sentAt = new Date(clock.now() - 20 * secondMs).toISOString();
  const account = accountKeyOf(ground.sealer, demoAccount.merchantId);
  const numbers = `generate_series(1, ${outageRules.newest}) n`;
  await ground.client.query(
    `insert into payment_attempts (draw_id, gateway_order_number, attempt_number, kind, method, token_hash,
      amount_cents, state, reason, sent_at, deadline_at, answered_at, asks)
    select $1, 'lost-' || n, 1, 'order', 'token', 'lost-' || n, 1000, 'declined', 'declined', $2, $2, $2, 1
    from ${numbers}`,
    [otherDraw, sentAt],
  );
  await ground.client.query(
    `insert into payment_tries (draw_id, gateway_order_number, sent_at, account_key)
    select $1, 'lost-' || n, $2, $3 from ${numbers}`,
    [otherDraw, sentAt, account],
  );
}

/** One payer at a time tries whether the gateway answers again, while that may still be answered. */
export function checkTrials({ attempts }: Facts, now: number): string[] {
  const isUnderWay = ({ trial, state, sentAt }: Facts["attempts"][number]) =>
    trial !== null && state === "sent" && now < sentAt + trialRules.answerSeconds * secondMs;
  const trials = attempts.filter(isUnderWay).length;
  return trials > 1 ? [`${trials} payers try an account that is out at once`] : [];
}

/** Forgets that other draw. */
export async function endOutage({ ground }: World): Promise<void> {
  for (const table of ["payment_tries", "payment_attempts"]) {
    await ground.client.query(`delete from ${table} where draw_id = $1`, [otherDraw]);
  }
}

/** Counts what came of attempts by which an account that is out was tried, and of pages of the report. */
export function noteOutages(world: World, before: Facts, { attempts }: Facts): void {
  const earlier = new Map(before.attempts.map((attempt) => [attempt.number, attempt]));
  for (const { number, state, trial, shownAt } of attempts) {
    const was = earlier.get(number);
    if (shownAt !== null && was?.shownAt === null) count(world, "shown by a page");
    if (trial === null || was?.state !== "sent" || state === "sent") continue;
    count(world, state === "unknown" ? "trial > not answered" : "trial > answered");
  }
}

/** Counts that a reading of all pages came to its end without a payment. */
export function noteMissed(world: World, before: Facts, after: Facts): void {
  const missed = ({ attempts }: Facts) => attempts.filter(({ missedAt }) => missedAt !== null).length;
  if (missed(after) > missed(before)) count(world, "not shown by a whole reading");
}
