import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { outageRules, trialRules } from "./rules.pauses";
import { secondsBefore } from "./store.tries";

/** The row of the CTE `outage`. `trialSeconds` is the time until the next trial. */
export type OutageRow = { isOut: boolean; trialSeconds: number | null };

/** The last CTE, `outage`, has one row. Counts stored tries, so that all processes decide alike. */
export function outageCtes(account: string, at: SQL): SQL {
  const { minimumUnanswered, minimumAgeSeconds } = outageRules;
  const { answerTimeoutSeconds, pauseSeconds } = trialRules;
  // Once the gateway has answered a later charge, an older one that is still `sent` belongs to a process that died.
  const late = sql`(a.state = 'sent' and t.sent_at > coalesce((select answered from charges), '-infinity'))`;
  const untilSent = sql`extract(epoch from t.sent_at - ${at})::float8`;
  return sql`trial as materialized (
      select max(t.trial_number) as number, max(t.sent_at) filter (where ${answeredCondition}) as since,
        max(${untilSent}
          + case when a.state = 'sent' then ${answerTimeoutSeconds}::float8 else ${pauseSeconds}::float8 end) as wait_s
      from (
        select draw_id, gateway_order_number, sent_at, trial_number from payment_tries
        where account_key = ${account}::text and trial_number is not null order by trial_number desc limit 1
      ) t cross join lateral (
        select state, reason, asks from payment_attempts p
        where p.draw_id = t.draw_id and p.gateway_order_number = t.gateway_order_number limit 1
      ) a
    ), charges as materialized (${countNewestCharges(account, at, { until: at, late: sql`false` })}
    ), older as materialized (${countNewestCharges(account, at, { until: secondsBefore(at, minimumAgeSeconds), late })}
    ), outage as materialized (
      select (c.unanswered >= ${minimumUnanswered}::int and c.unanswered * 2 > c.charges)
          or (o.unanswered >= ${minimumUnanswered}::int and o.unanswered * 2 > o.charges) as is_out,
        t.wait_s as trial_s, coalesce(t.number, 0) + 1 as next_trial
      from charges c, older o, trial t
    )`;
}

/** Reads the CTE `outage`: the account isn't out, or this attempt is its next trial. */
export function accountAvailableCondition(): SQL {
  return sql`(not outage.is_out or coalesce(outage.trial_s, 0) <= 0)`;
}

/** Null if the account isn't out, or if its next trial is due. */
export function findTrialWait({ isOut, trialSeconds }: OutageRow): number | null {
  return isOut && trialSeconds !== null && trialSeconds > 0 ? trialSeconds : null;
}

/**
 * The charge got no answer: it is unknown, or was looked up. An attempt with a spent token is `missing` with a reason;
 * its charge was answered, although it is looked up.
 */
const unansweredCondition = sql`(a.state = 'unknown'
  or (a.asks > 0 and not (a.state = 'missing' and a.reason is not null)))`;

/** An attempt that was never sent says nothing about the gateway, so it doesn't count as answered. */
const answeredCondition = sql`(a.state <> 'sent' and not ${unansweredCondition}
  and a.reason is distinct from 'payment-unavailable')`;

/** Counts charges sent since the CTE `trial` and by `until`. */
function countNewestCharges(account: string, at: SQL, { until, late }: { until: SQL; late: SQL }): SQL {
  const { sampleSize, windowSeconds } = outageRules;
  return sql`select count(*) filter (where ${unansweredCondition} or ${late})::int as unanswered,
      count(*) filter (where a.reason is distinct from 'payment-unavailable')::int as charges,
      max(t.sent_at) filter (where ${answeredCondition}) as answered
    from (
      select draw_id, gateway_order_number, sent_at from payment_tries
      where account_key = ${account}::text and sent_at <= ${until}
        and sent_at >= greatest(${secondsBefore(at, windowSeconds)}, (select since from trial))
      order by sent_at desc limit ${sampleSize}::int
    ) t cross join lateral (
      select state, reason, asks from payment_attempts p
      where p.draw_id = t.draw_id and p.gateway_order_number = t.gateway_order_number limit 1
    ) a`;
}
