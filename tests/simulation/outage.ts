import { accountKeyOf, outageRules } from "@/lib/payments/rules.outages";
import { demoAccount } from "@/sandbox/accounts";

import { secondMs } from "./clock";
import type { World } from "./world";

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

/** Forgets that other draw. */
export async function endOutage({ ground }: World): Promise<void> {
  for (const table of ["payment_tries", "payment_attempts"]) {
    await ground.client.query(`delete from ${table} where draw_id = $1`, [otherDraw]);
  }
}
