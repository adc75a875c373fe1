import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

import { overdueLimits } from "@/lib/payments/reconcile/rules";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { standbyCount } from "@/lib/platform/db/require-durability";
import type { Figure } from "./rules.figures";
import { countLimit, queryTimeoutMs } from "./rules.figures";

/**
 * Statistics from before a rush make tables look small, so scans are switched off. Plans without scans look costly and
 * would start JIT compilation, so that is off too.
 */
export async function readFigures(db: Database): Promise<Figure[]> {
  const rows = await db.transaction(async (tx) => {
    await queryRows(
      tx,
      sql`select set_config('statement_timeout', ${String(queryTimeoutMs)}, true),
        set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
        set_config('jit', 'off', true)`,
    );
    return queryRows<Figure>(tx, figures);
  });
  return rows.map((row) => ({ ...row, value: Number(row.value) }));
}

function olderThan(column: SQL, ms: number): SQL {
  return sql`${column} <= clock_timestamp() - interval '${sql.raw(String(ms))} milliseconds'`;
}

const ageInSeconds = (column: SQL) => sql`extract(epoch from clock_timestamp() - ${column})::float8`;

const countBound = limitClause(countLimit);

/** The limits are those of `lib/invariants`, except the 15 minutes of a refund. */
const overdueAttemptCondition = sql`(ask_at is null or ${olderThan(sql`ask_at`, overdueLimits.lookupMs)}
  or ${olderThan(sql`sent_at`, overdueLimits.openMs)})`;
const overdueRefundCondition = sql`(ask_at is null or ${olderThan(sql`ask_at`, 15 * 60_000)}
  or ${olderThan(sql`requested_at`, overdueLimits.openMs)})`;

function mailFigures(state: "waiting" | "bulk"): SQL {
  const stateCondition = sql.raw(`state = '${state}'`);
  return sql`select m.metric, ${sql.raw(`'${state}'`)}, m.value from (
      select count(*)::float8 as mails, ${ageInSeconds(sql`min(queued_at)`)} as oldest, ${ageInSeconds(sql`min(try_at)`)} as due
      from (select queued_at, try_at from outbox where ${stateCondition} order by try_at ${countBound}) waiting
    ) w cross join lateral (values ('tirage_emails', w.mails), ('tirage_email_oldest_seconds', coalesce(w.oldest, 0)),
      ('tirage_email_overdue_seconds', greatest(w.due, 0))) m (metric, value)`;
}

/** Any role may read this view. A standby that took over has archived nothing. */
const archiveFigures = sql`select a.metric, null, a.value from pg_stat_archiver s cross join lateral (values
      ('tirage_database_archive_failures_total', s.failed_count::float8),
      ('tirage_database_archive_age_seconds', ${ageInSeconds(sql`coalesce(s.last_archived_time, pg_postmaster_start_time())`)})
    ) a (metric, value) where current_setting('archive_mode') <> 'off'`;

/**
 * Never reads a growing table as a whole: open rows come from partial indexes up to `countLimit`, sales from the
 * counters of pools.
 */
const figures = sql`
  with attempts as materialized (
    select state, order_id, sent_at, ${overdueAttemptCondition} as is_overdue
    from payment_attempts where state in ('sent', 'unknown') ${countBound}
  ), open_refunds as materialized (
    select state, requested_at, ${overdueRefundCondition} as is_overdue
    from refunds where state in ('pending', 'sent', 'unknown') ${countBound}
  ), counters as materialized (
    select coalesce(sum(sold), 0)::float8 as issued, coalesce(sum(voided), 0)::float8 as voided,
      coalesce(sum(reserved), 0)::float8 as reserved, coalesce(sum(purchases), 0)::float8 as purchases from pools
  )
  select 'tirage_orders' as metric, 'reserved' as "of", count(*)::float8 as value
    from (select from orders where status = 'reserved' ${countBound}) held
  union all select 'tirage_orders', 'paying', count(*) from attempts where state = 'sent' and order_id is not null
  union all select 'tirage_orders', 'unknown', count(*) from attempts where state = 'unknown' and order_id is not null
  union all select 'tirage_payment_attempts', s, count(a.state) from unnest(array['sent', 'unknown']) s
    left join attempts a on a.state = s group by s
  union all select 'tirage_payment_attempts', 'missing', count(*)
    from (select from payment_attempts where state = 'missing' and ask_at is not null ${countBound}) missing
  union all select 'tirage_payment_attempts_overdue', null, count(*) from attempts where is_overdue
  union all select 'tirage_payment_attempt_oldest_seconds', null, coalesce(${ageInSeconds(sql`min(sent_at)`)}, 0) from attempts
  union all select 'tirage_refunds', s, count(r.state) from unnest(array['pending', 'sent', 'unknown']) s
    left join open_refunds r on r.state = s group by s
  union all select 'tirage_refunds_overdue', null, count(*) from open_refunds where is_overdue
  union all select 'tirage_refund_oldest_seconds', null, coalesce(${ageInSeconds(sql`min(requested_at)`)}, 0) from open_refunds
  union all select 'tirage_tickets_issued_total', null, issued from counters
  union all select 'tirage_tickets', 'reserved', reserved from counters
  union all select 'tirage_tickets', 'voided', voided from counters
  union all select 'tirage_purchases', null, purchases from counters
  union all ${mailFigures("waiting")}
  union all ${mailFigures("bulk")}
  union all select 'tirage_job_last_success_timestamp_seconds', name, extract(epoch from finished_at)::float8
    from jobs where finished_at is not null
  union all select 'tirage_database_standbys', null, ${standbyCount}::float8
  union all ${archiveFigures}`;
