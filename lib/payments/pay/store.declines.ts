import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { DeclineRule, DeclineScope, Pause } from "./rules.pauses";
import { declineRules, declineWindowSeconds, inProgressSeconds, nonCardRefusals, slowdownRules } from "./rules.pauses";
import type { Payer } from "./store.tries";
import { secondsBefore } from "./store.tries";

/** The row of the CTE `verdict`: the seconds that each scope makes the payer wait, and the reason for a slowdown. */
export type VerdictRow = Record<DeclineScope, number | null> & { slowed: string };

/** The last CTE, `verdict`, has one row. The declines of its network don't count for a browser that has paid before. */
export function verdictCtes({ client, network, wideNetwork, deviceId, merchant }: Payer, at: SQL): SQL {
  const { minSampleSize, maxInProgress, extraPerApproval, sampleSize } = slowdownRules;
  const selectSums = (scope: DeclineScope, column: SQL, key: string | null) =>
    addWaitSeconds(sumRecentTries(column, key, declineRules[scope].sampleSize, at), declineRules[scope], at);
  return sql`by_client as materialized (${selectSums("client", sql`client_key`, client)}
    ), by_network as materialized (${selectSums("network", sql`network_key`, network)}
    ), by_wide as materialized (${selectSums("wideNetwork", sql`wide_key`, wideNetwork)}
    ), by_device as materialized (${selectSums("device", sql`device_id`, deviceId)}
    ), by_merchant as materialized (${sumRecentTries(sql`merchant_key`, merchant, sampleSize, at)}
    ), verdict as materialized (
      select c.paid > 0 as is_known, c.wait_s as client, d.wait_s as device,
        case when c.paid = 0 then n.wait_s end as network, case when c.paid = 0 then w.wait_s end as wide,
        case when c.paid > 0 then 'no'
          when m.declined + m.approved >= ${minSampleSize}::int and m.declined > m.approved then 'merchant'
          when n.open > ${maxInProgress}::int + ${extraPerApproval}::int * n.approved
            or w.open > 2 * ${maxInProgress}::int + ${extraPerApproval}::int * w.approved then 'network'
          else 'no' end as slowed
      from by_client c, by_network n, by_wide w, by_device d, by_merchant m
    )`;
}

/** Reads the CTE `verdict`. `hasWaited` is true for a slowed payer who has waited. */
export function payerAllowedCondition(hasWaited: boolean): SQL {
  return sql`greatest(verdict.client, verdict.network, verdict.wide, verdict.device, 0) <= 0
    and (verdict.slowed = 'no' or ${hasWaited}::boolean)`;
}

/** The longest wait of all scopes. Null if the payment is allowed. */
export function findDeclinePause(
  { client, network, wideNetwork, device, slowed }: VerdictRow,
  hasWaited: boolean,
): Pause | null {
  const [longest] = Object.entries({ client, network, wideNetwork, device }).sort(
    ([, left], [, right]) => (right ?? 0) - (left ?? 0),
  );
  const [scope, seconds] = longest as [DeclineScope, number | null];
  if (seconds !== null && seconds > 0) return { kind: "refused", scope, seconds };
  return hasWaited || slowed === "no" ? null : { kind: "slowed", scope: slowed as "merchant" | "network" };
}

/** Reads each of the newest attempts by its primary key, so the work is bounded. */
function sumRecentTries(column: SQL, key: string | null, sampleSize: number, at: SQL): SQL {
  const recent = sql`t.sent_at > ${secondsBefore(at, declineWindowSeconds)}`;
  const declined = sql`a.state = 'declined' and a.reason <> all(${sql.param([...nonCardRefusals])}::text[])`;
  return sql`select count(*) filter (where a.state = 'approved')::int as paid,
      count(*) filter (where a.state = 'approved' and ${recent})::int as approved,
      count(*) filter (where ${declined} and ${recent})::int as declined,
      max(a.answered_at) filter (where ${declined} and ${recent}) as declined_at,
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

/** Adds `wait_s`, the seconds that the payer must still wait. */
function addWaitSeconds(sums: SQL, { allowedDeclines, firstWaitSeconds, maxWaitSeconds }: DeclineRule, at: SQL): SQL {
  return sql`select *, case when declined - approved >= ${allowedDeclines}::int then
      extract(epoch from declined_at - ${at})::float8 + least(${maxWaitSeconds}::float8,
        ${firstWaitSeconds}::float8 * power(2, least(declined - approved - ${allowedDeclines}::int, 20))) end as wait_s
    from (${sums}) as sums`;
}
