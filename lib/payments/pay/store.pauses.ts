import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Caller } from "@/lib/limits/rules";
import type { AttemptName } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { DeclineRule, DeclineScope, Pause } from "./rules.pauses";
import {
  countedSeconds,
  declineRules,
  faultlessRefusals,
  inProgressSeconds,
  outageRules,
  slowRules,
  trialRules,
} from "./rules.pauses";

/** `account` is a digest of the charged account. `merchant` is the same, or null for a tablet. */
export type Payer = Caller & { account: string; merchant: string | null };

/** The row of the CTE `verdict`: how many seconds the payer must wait by each scope, and what slows the payer. */
export type VerdictRow = Record<DeclineScope, number | null> & { slowed: string };

function secondsBefore(at: SQL, seconds: number): SQL {
  return sql`${at} - make_interval(secs => ${seconds}::float8)`;
}

/** Sums the newest tries under one key. Each attempt is read by its primary key, so the work is bounded. */
function sumTries(column: SQL, key: string | null, sampleSize: number, at: SQL): SQL {
  const counts = sql`t.sent_at > ${secondsBefore(at, countedSeconds)}`;
  const declined = sql`a.state = 'declined' and a.reason <> all(${sql.param([...faultlessRefusals])}::text[])`;
  return sql`select count(*) filter (where a.state = 'approved')::int as paid,
      count(*) filter (where a.state = 'approved' and ${counts})::int as approved,
      count(*) filter (where ${declined} and ${counts})::int as declined,
      max(a.answered_at) filter (where ${declined} and ${counts}) as declined_at,
      count(*) filter (where a.state in ('sent', 'unknown')
        and t.sent_at > ${secondsBefore(at, inProgressSeconds)})::int as open
    from (
      select draw_id, gateway_order_number, sent_at from payment_tries
      where ${column} = ${key}::text order by sent_at desc limit ${sampleSize}::int
    ) t cross join lateral (
      select state, reason, answered_at from payment_attempts p
      where p.draw_id = t.draw_id and p.gateway_order_number = t.gateway_order_number limit 1
    ) a`;
}

/** `wait_s` is how many seconds the payer still has to wait. */
function withWait(sums: SQL, { allowedDeclines, firstWaitSeconds, maxWaitSeconds }: DeclineRule, at: SQL): SQL {
  return sql`select *, case when declined - approved >= ${allowedDeclines}::int then
      extract(epoch from declined_at - ${at})::float8 + least(${maxWaitSeconds}::float8,
        ${firstWaitSeconds}::float8 * power(2, least(declined - approved - ${allowedDeclines}::int, 20))) end as wait_s
    from (${sums}) as sums`;
}

/** CTEs that end in `verdict`, which has one row. A browser that has paid before is judged without its network. */
export function verdictCtes({ client, network, wideNetwork, deviceId, merchant }: Payer, at: SQL): SQL {
  const { minimumSample, maxInProgress, perApproval, sampleSize } = slowRules;
  const sumOf = (scope: DeclineScope, column: SQL, key: string | null) =>
    withWait(sumTries(column, key, declineRules[scope].sampleSize, at), declineRules[scope], at);
  return sql`by_client as materialized (${sumOf("client", sql`client_key`, client)}
    ), by_network as materialized (${sumOf("network", sql`network_key`, network)}
    ), by_wide as materialized (${sumOf("wide", sql`wide_key`, wideNetwork)}
    ), by_device as materialized (${sumOf("device", sql`device_id`, deviceId)}
    ), by_merchant as materialized (${sumTries(sql`merchant_key`, merchant, sampleSize, at)}
    ), verdict as materialized (
      select c.paid > 0 as is_known, c.wait_s as client, d.wait_s as device,
        case when c.paid = 0 then n.wait_s end as network, case when c.paid = 0 then w.wait_s end as wide,
        case when c.paid > 0 then 'no'
          when m.declined + m.approved >= ${minimumSample}::int and m.declined > m.approved then 'merchant'
          when n.open > ${maxInProgress}::int + ${perApproval}::int * n.approved
            or w.open > 2 * ${maxInProgress}::int + ${perApproval}::int * w.approved then 'network'
          else 'no' end as slowed
      from by_client c, by_network n, by_wide w, by_device d, by_merchant m
    )`;
}

/** `mayWait` is false once a slowed payer has waited. */
export function paymentAllowedCondition(mayWait: boolean): SQL {
  return sql`greatest(verdict.client, verdict.network, verdict.wide, verdict.device, 0) <= 0
    and (verdict.slowed = 'no' or not ${mayWait}::boolean)`;
}

/** Inserts a try for the attempt of the CTE `opened`. If the account is out, it becomes the account's next trial. */
export function recordTry({ client, network, wideNetwork, deviceId, merchant, account }: Payer, at: SQL): SQL {
  return sql`insert into payment_tries
      (draw_id, gateway_order_number, sent_at, network_key, wide_key, client_key, device_id, merchant_key,
        account_key, trial_number)
    select opened.draw_id, opened.gateway_order_number, ${at}, ${network}::text, ${wideNetwork}::text,
      ${client}::text, ${deviceId}::text,
      case when verdict.is_known then null else ${merchant}::text end, ${account}::text,
      case when outage.is_out then outage.next_trial end
    from opened, verdict, outage`;
}

/** Null if no limit stops the payment. */
export function pauseOf({ client, network, wide, device, slowed }: VerdictRow, mayWait: boolean): Pause | null {
  const [longest] = Object.entries({ client, network, wide, device }).sort(
    ([, left], [, right]) => (right ?? 0) - (left ?? 0),
  );
  const [scope, seconds] = longest as [DeclineScope, number | null];
  if (seconds !== null && seconds > 0) return { kind: "refused", scope, seconds };
  return mayWait && slowed !== "no" ? { kind: "slowed", scope: slowed as "merchant" | "network" } : null;
}

/** Deletes `limit` rows in one statement, which otherwise could exceed its time limit. */
export async function deleteTries(db: Database, before: Date, limit = 10_000): Promise<void> {
  const at = sql`${before.toISOString()}::timestamptz`;
  const old = sql`select ctid from payment_tries where sent_at < ${at} limit ${limit}::int`;
  let deleted: unknown[];
  do deleted = await queryRows(db, sql`delete from payment_tries where ctid = any(array(${old})) returning 1`);
  while (deleted.length === limit);
}

/** The row of the CTE `outage`. `trialSeconds` is the time until the next trial may be made. */
export type OutageRow = { isOut: boolean; trialSeconds: number | null };

/** A charge without answer is unknown or was looked up. A spent token is looked up although its charge was answered. */
const unansweredCondition = sql`(a.state = 'unknown' or (a.asks > 0 and not (a.state = 'missing' and a.reason is not null)))`;

/**
 * The gateway answered the charge. An attempt that was never sent says nothing about the gateway, so it doesn't count.
 */
const answeredCondition = sql`(a.state <> 'sent' and not ${unansweredCondition} and a.reason is distinct from 'payment-unavailable')`;

/** Counts the account's newest charges that were sent since the CTE `trial` and by `until`. */
function countNewest(account: string, at: SQL, { until, late }: { until: SQL; late: SQL }): SQL {
  const { sampleSize } = outageRules;
  return sql`select count(*) filter (where ${unansweredCondition} or ${late})::int as unanswered,
      count(*) filter (where a.reason is distinct from 'payment-unavailable')::int as charges,
      max(t.sent_at) filter (where ${answeredCondition}) as answered
    from (
      select draw_id, gateway_order_number, sent_at from payment_tries
      where account_key = ${account}::text and sent_at <= ${until}
        and sent_at >= greatest(${secondsBefore(at, outageRules.countedSeconds)}, (select since from trial))
      order by sent_at desc limit ${sampleSize}::int
    ) t cross join lateral (
      select state, reason, asks from payment_attempts p
      where p.draw_id = t.draw_id and p.gateway_order_number = t.gateway_order_number limit 1
    ) a`;
}

/** CTEs that end in `outage`, which has one row. They count stored tries, so that all processes decide alike. */
export function outageCtes(account: string, at: SQL): SQL {
  const { minimumUnanswered, slowSeconds } = outageRules;
  const { answerSeconds, pauseSeconds } = trialRules;
  // If the gateway has answered others since, an old charge in progress belongs to a process that died.
  const late = sql`(a.state = 'sent' and t.sent_at > coalesce((select answered from charges), '-infinity'))`;
  const sinceSent = sql`extract(epoch from t.sent_at - ${at})::float8`;
  return sql`trial as materialized (
      select max(t.trial_number) as number, max(t.sent_at) filter (where ${answeredCondition}) as since,
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
      select (c.unanswered >= ${minimumUnanswered}::int and c.unanswered * 2 > c.charges)
          or (o.unanswered >= ${minimumUnanswered}::int and o.unanswered * 2 > o.charges) as is_out,
        t.wait_s as trial_s, coalesce(t.number, 0) + 1 as next_trial
      from charges c, older o, trial t
    )`;
}

/** A charge whose process died says nothing about its account, because nobody saw the answer. */
export async function forgetCharge(db: Database, { drawId, gatewayOrderNumber }: AttemptName): Promise<void> {
  await db.execute(
    sql`update payment_tries set account_key = null
      where draw_id = ${drawId} and gateway_order_number = ${gatewayOrderNumber}`,
  );
}

/** An attempt may be opened if the account is not out, or if this is the next trial. */
export function accountAvailableCondition(): SQL {
  return sql`(not outage.is_out or coalesce(outage.trial_s, 0) <= 0)`;
}

/** In seconds. Null if the account is not out or may be tried. */
export function waitOf({ isOut, trialSeconds }: OutageRow): number | null {
  return isOut && trialSeconds !== null && trialSeconds > 0 ? trialSeconds : null;
}
