import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AttemptName } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import { outageRules, trialRules } from "./rules.outages";

/** What the CTE `outage` says of an account: whether it is out, and in how many seconds the next trial may be made. */
export type OutageRow = { is_out: boolean; trial_s: number | null };

function secondsBefore(at: SQL, seconds: number): SQL {
  return sql`${at} - make_interval(secs => ${seconds}::float8)`;
}

/**
 * Whether the charge of attempt `a` got no answer, whatever happened since: its outcome is unknown, or it was looked
 * up. A spent token is looked up although its charge was answered.
 */
const isUnanswered = sql`(a.state = 'unknown' or (a.asks > 0 and not (a.state = 'missing' and a.reason is not null)))`;

/** Whether the gateway answered the charge: not if nothing was sent, which says nothing about the gateway. */
const isAnswered = sql`(a.state <> 'sent' and not ${isUnanswered} and a.reason is distinct from 'payment-unavailable')`;

/**
 * The newest charges of an account sent since the CTE `trial` and by `until`, each with its attempt: how many there
 * are, how many of them were not answered or are `late`, and when the last one that was answered was sent.
 */
function countNewest(account: string, at: SQL, { until, late }: { until: SQL; late: SQL }): SQL {
  const { newest } = outageRules;
  return sql`select count(*) filter (where ${isUnanswered} or ${late})::int as unanswered,
      count(*) filter (where a.reason is distinct from 'payment-unavailable')::int as charges,
      max(t.sent_at) filter (where ${isAnswered}) as answered
    from (
      select draw_id, gateway_order_number, sent_at from payment_tries
      where account_key = ${account}::text and sent_at <= ${until}
        and sent_at >= greatest(${secondsBefore(at, outageRules.countedSeconds)}, (select since from trial))
      order by sent_at desc limit ${newest}::int
    ) t cross join lateral (
      select state, reason, asks from payment_attempts p
      where p.draw_id = t.draw_id and p.gateway_order_number = t.gateway_order_number limit 1
    ) a`;
}

/**
 * CTEs that end in `outage`, one row: whether most charges of an account were not answered at `at`, what was sent
 * before the last answered trial left out, and when it may be tried again. Bounded reads of what payments write in any
 * case: no counter is kept, and every process sees the same.
 */
export function judgeOutage(account: string, at: SQL): SQL {
  const { fewest, slowSeconds } = outageRules;
  const { answerSeconds, pauseSeconds } = trialRules;
  // A charge in progress when its process died says nothing about a gateway that has answered others since.
  const late = sql`(a.state = 'sent' and t.sent_at > coalesce((select answered from charges), '-infinity'))`;
  const sinceSent = sql`extract(epoch from t.sent_at - ${at})::float8`;
  return sql`trial as materialized (
      select max(t.trial_number) as number, max(t.sent_at) filter (where ${isAnswered}) as since,
        max(${sinceSent} + case when a.state = 'sent' then ${answerSeconds}::float8 else ${pauseSeconds}::float8 end)
          as wait_s
      from (
        select draw_id, gateway_order_number, sent_at, trial_number from payment_tries
        where account_key = ${account}::text and trial_number is not null order by trial_number desc limit 1
      ) t cross join lateral (
        select state, reason, asks from payment_attempts p
        where p.draw_id = t.draw_id and p.gateway_order_number = t.gateway_order_number limit 1
      ) a
    ), charges as materialized (${countNewest(account, at, { until: at, late: sql`false` })}
    ), older as materialized (${countNewest(account, at, { until: secondsBefore(at, slowSeconds), late })}
    ), outage as materialized (
      select (c.unanswered >= ${fewest}::int and c.unanswered * 2 > c.charges)
          or (o.unanswered >= ${fewest}::int and o.unanswered * 2 > o.charges) as is_out,
        t.wait_s as trial_s, coalesce(t.number, 0) + 1 as next_trial
      from charges c, older o, trial t
    )`;
}

/** Ignores a charge whose process died when judging its account: nobody saw whether it was answered. */
export async function forgetCharge(db: Database, { drawId, gatewayOrderNumber }: AttemptName): Promise<void> {
  await db.execute(
    sql`update payment_tries set account_key = null
      where draw_id = ${drawId} and gateway_order_number = ${gatewayOrderNumber}`,
  );
}

/** The condition that the row `x` of `outage` lets an attempt be opened: as any other, or as the next trial. */
export function mayTry(): SQL {
  return sql`(not x.is_out or coalesce(x.trial_s, 0) <= 0)`;
}

/** For how many seconds the row tells others to wait; null where its account is not out, or may be tried. */
export function waitOf({ is_out: isOut, trial_s: seconds }: OutageRow): number | null {
  return isOut && seconds !== null && seconds > 0 ? seconds : null;
}
