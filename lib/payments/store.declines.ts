import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Caller } from "@/lib/limits/rules";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

import type { DeclineRule, DeclineScope, Pause } from "./rules.declines";
import { countedSeconds, declineRules, faultlessRefusals, slowRules, underWaySeconds } from "./rules.declines";

/**
 * Who pays, as limits count it; `account` is a digest of the account that is charged, `merchant` the same, null for a
 * tablet.
 */
export type Payer = Caller & { account: string; merchant: string | null };

/** What the CTE `verdict` says: for how long each scope has to wait, in seconds, and which one slows its payer. */
export type VerdictRow = Record<`${DeclineScope}_s`, number | null> & { slowed: string };

function secondsBefore(at: SQL, seconds: number): SQL {
  return sql`${at} - make_interval(secs => ${seconds}::float8)`;
}

/**
 * Counts the newest tries under one key: what became of each is read in its attempt, by its primary key. Bounded,
 * however many there are.
 */
function sumTries(column: SQL, key: string | null, newest: number, at: SQL): SQL {
  const counts = sql`t.sent_at > ${secondsBefore(at, countedSeconds)}`;
  const isDecline = sql`a.state = 'declined' and a.reason <> all(${sql.param([...faultlessRefusals])}::text[])`;
  return sql`select count(*) filter (where a.state = 'approved')::int as paid,
      count(*) filter (where a.state = 'approved' and ${counts})::int as approved,
      count(*) filter (where ${isDecline} and ${counts})::int as declined,
      max(a.answered_at) filter (where ${isDecline} and ${counts}) as declined_at,
      count(*) filter (where a.state in ('sent', 'unknown')
        and t.sent_at > ${secondsBefore(at, underWaySeconds)})::int as open
    from (
      select draw_id, gateway_order_number, sent_at from payment_tries
      where ${column} = ${key}::text order by sent_at desc limit ${newest}::int
    ) t cross join lateral (
      select state, reason, answered_at from payment_attempts p
      where p.draw_id = t.draw_id and p.gateway_order_number = t.gateway_order_number limit 1
    ) a`;
}

/** Sums with `wait_s`: for how many seconds more a rule makes their payer wait. */
function withWait(sums: SQL, { free, firstWaitSeconds, maxWaitSeconds }: DeclineRule, at: SQL): SQL {
  return sql`select *, case when declined - approved >= ${free}::int then
      extract(epoch from declined_at - ${at})::float8 + least(${maxWaitSeconds}::float8,
        ${firstWaitSeconds}::float8 * power(2, least(declined - approved - ${free}::int, 20))) end as wait_s
    from (${sums}) as sums`;
}

/**
 * CTEs that end in `verdict`, one row: whether limits let a payer pay at `at`, and whether its browser has paid before.
 * Such a browser is judged on its own, not with its network.
 */
export function judgePayer({ client, network, wide, deviceId, merchant }: Payer, at: SQL): SQL {
  const { fewest, free, perApproval, newest } = slowRules;
  const sumOf = (scope: DeclineScope, column: SQL, key: string | null) =>
    withWait(sumTries(column, key, declineRules[scope].newest, at), declineRules[scope], at);
  return sql`by_client as materialized (${sumOf("client", sql`client_key`, client)}
    ), by_network as materialized (${sumOf("network", sql`network_key`, network)}
    ), by_wide as materialized (${sumOf("wide", sql`wide_key`, wide)}
    ), by_device as materialized (${sumOf("device", sql`device_id`, deviceId)}
    ), by_merchant as materialized (${sumTries(sql`merchant_key`, merchant, newest, at)}
    ), verdict as materialized (
      select c.paid > 0 as is_known, c.wait_s as client_s, d.wait_s as device_s,
        case when c.paid = 0 then n.wait_s end as network_s, case when c.paid = 0 then w.wait_s end as wide_s,
        case when c.paid > 0 then 'no'
          when m.declined + m.approved >= ${fewest}::int and m.declined > m.approved then 'merchant'
          when n.open > ${free}::int + ${perApproval}::int * n.approved
            or w.open > 2 * ${free}::int + ${perApproval}::int * w.approved then 'network'
          else 'no' end as slowed
      from by_client c, by_network n, by_wide w, by_device d, by_merchant m
    )`;
}

/** The condition that the verdict `v` lets its payer pay; one who was slowed has waited when `mayWait` is false. */
export function mayPay(mayWait: boolean): SQL {
  return sql`greatest(v.client_s, v.network_s, v.wide_s, v.device_s, 0) <= 0
    and (v.slowed = 'no' or not ${mayWait}::boolean)`;
}

/**
 * Inserts a try for the attempt that the CTE `opened` returns, by the payer judged in `verdict`; the next trial of its
 * account, if that is out.
 */
export function recordTry({ client, network, wide, deviceId, merchant, account }: Payer, at: SQL): SQL {
  return sql`insert into payment_tries
      (draw_id, gateway_order_number, sent_at, network_key, wide_key, client_key, device_id, merchant_key,
        account_key, trial_number)
    select o.draw_id, o.gateway_order_number, ${at}, ${network}::text, ${wide}::text,
      ${client}::text, ${deviceId}::text,
      case when v.is_known then null else ${merchant}::text end, ${account}::text,
      case when x.is_out then x.next_trial end
    from opened o, verdict v, outage x`;
}

/** What a verdict means for a payer that did not get to pay; null where limits had nothing against it. */
export function pauseOf({ client_s, network_s, wide_s, device_s, slowed }: VerdictRow, mayWait: boolean): Pause | null {
  const waits = { client: client_s, network: network_s, wide: wide_s, device: device_s };
  const [longest] = Object.entries(waits).sort(([, left], [, right]) => (right ?? 0) - (left ?? 0));
  const [scope, seconds] = longest as [DeclineScope, number | null];
  if (seconds !== null && seconds > 0) return { kind: "refused", scope, seconds };
  return mayWait && slowed !== "no" ? { kind: "slowed", scope: slowed as "merchant" | "network" } : null;
}

/** Deletes tries that were sent before `before`, `most` in one statement: one of all could outlast its limit. */
export async function deleteTries(db: Database, before: Date, most = 10_000): Promise<void> {
  const at = sql`${before.toISOString()}::timestamptz`;
  const old = sql`select ctid from payment_tries where sent_at < ${at} limit ${most}::int`;
  let deleted: unknown[];
  do deleted = await queryRows(db, sql`delete from payment_tries where ctid = any(array(${old})) returning 1`);
  while (deleted.length === most);
}
