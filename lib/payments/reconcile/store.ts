import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AttemptState } from "@/lib/orders/rules.payment";
import type { AttemptId, PaymentKey } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import { reconcileSchedule } from "./rules";

/** An attempt leased to one process. `checkCount` includes this lookup. */
export type ClaimedAttempt = PaymentKey & {
  state: AttemptState;
  checkCount: number;
  sentAt: Date;
  missedAt: Date | null;
  /** The call that opened the attempt, with its request id (lib/platform/server/log.ts). */
  openedBy: string | null;
};

type ClaimedRow = Omit<ClaimedAttempt, "sentAt" | "missedAt"> & {
  sentAt: string | Date;
  missedAt: string | Date | null;
};

function toClaimedAttempt(row: ClaimedRow): ClaimedAttempt {
  return { ...row, sentAt: new Date(row.sentAt), missedAt: row.missedAt === null ? null : new Date(row.missedAt) };
}

const claimedColumns = sql`a.draw_id as "drawId", a.order_id as "orderId",
  a.gateway_order_number as "gatewayOrderNumber", a.state, a.asks as "checkCount", a.sent_at as "sentAt",
  a.missed_at as "missedAt", a.opened_by as "openedBy"`;

/**
 * The attempt waits for the report to show it, and is too young for a lookup to release its order. Excludes states
 * instead of naming them, so that PostgreSQL uses the index of due attempts.
 */
const awaitingReportCondition = (at: SQL) => sql`a.state not in ('sent', 'missing') and a.shown_at is null
  and a.sent_at > ${at} - make_interval(secs => ${reconcileSchedule.gracePeriodMs / 1000}::float8)`;

/** One scan in index order finds and locks the row, however many are due. */
export async function claimAttempt(
  db: Database,
  {
    now,
    leasedUntil,
    except,
    backlogged = [],
  }: { now: Date; leasedUntil: Date; except: string[]; backlogged?: string[] },
): Promise<ClaimedAttempt | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<ClaimedRow>(
    db,
    sql`with due as materialized (
      select a.ctid as place from payment_attempts a
      where a.state in ('sent', 'unknown', 'missing') and a.ask_at <= ${at}
        and a.draw_id <> all(${sql.param(except)}::text[])
        and not (a.draw_id = any(${sql.param(backlogged)}::text[]) and ${awaitingReportCondition(at)})
      order by a.ask_at limit 1 for update skip locked
    )
    update payment_attempts a set ask_at = ${leasedUntil.toISOString()}::timestamptz, asks = a.asks + 1
    where a.ctid = any(array(select place from due))
    returning ${claimedColumns}`,
  );
  return rows[0] ? toClaimedAttempt(rows[0]) : null;
}

/**
 * Claims the order's open attempt even if it isn't due. Null if there is none, or if its own call may still charge it.
 */
export async function claimOpenAttempt(
  tx: Database,
  { drawId, orderId, now, leasedUntil }: { drawId: string; orderId: string; now: Date; leasedUntil: Date },
): Promise<ClaimedAttempt | null> {
  const rows = await queryRows<ClaimedRow>(
    tx,
    sql`update payment_attempts a set ask_at = ${leasedUntil.toISOString()}::timestamptz, asks = a.asks + 1
      where a.draw_id = ${drawId} and a.order_id = ${orderId}
        and (a.state = 'unknown' or (a.state = 'sent' and a.deadline_at <= ${now.toISOString()}::timestamptz))
      returning ${claimedColumns}`,
  );
  return rows[0] ? toClaimedAttempt(rows[0]) : null;
}

/** Changes nothing if the state has changed or another lookup has begun since. */
export async function scheduleLookup(
  db: Database,
  claimed: AttemptId & { state: AttemptState; checkCount: number },
  lookupAt: Date | null,
): Promise<void> {
  await db.execute(
    sql`update payment_attempts set ask_at = ${lookupAt?.toISOString() ?? null}::timestamptz
      where draw_id = ${claimed.drawId} and gateway_order_number = ${claimed.gatewayOrderNumber}
        and state = ${claimed.state} and asks = ${claimed.checkCount}`,
  );
}

/** Draws with at least `minAttempts` due payments that the report may show, most payments first. */
export async function listBackloggedDraws(db: Database, now: Date, minAttempts: number): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<{ drawId: string }>(
    db,
    sql`select a.draw_id as "drawId" from payment_attempts a
      where a.state in ('sent', 'unknown', 'missing') and a.ask_at <= ${at} and ${awaitingReportCondition(at)}
      group by a.draw_id having count(*) >= ${minAttempts}::int order by count(*) desc, a.draw_id`,
  );
  return rows.map(({ drawId }) => drawId);
}

/** Claims up to `limit` due payments of a draw that the report may show. */
export async function claimBacklog(
  db: Database,
  { drawId, now, leasedUntil, limit }: { drawId: string; now: Date; leasedUntil: Date; limit: number },
): Promise<ClaimedAttempt[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<ClaimedRow>(
    db,
    sql`with due as materialized (
      select a.ctid as place from payment_attempts a
      where a.draw_id = ${drawId} and a.state in ('sent', 'unknown', 'missing') and a.ask_at <= ${at}
        and ${awaitingReportCondition(at)}
      order by a.ask_at ${limitClause(limit)} for update skip locked
    )
    update payment_attempts a set ask_at = ${leasedUntil.toISOString()}::timestamptz, asks = a.asks + 1
    where a.ctid = any(array(select place from due))
    returning ${claimedColumns}`,
  );
  return rows.map(toClaimedAttempt);
}

export type MatchUpdate = { shownAt?: Date; missedAt?: Date; lookupAts: Date[] };

/** Looks each up by its primary key. Otherwise PostgreSQL may scan the index of open attempts for each. */
export async function recordMatches(
  db: Database,
  claimed: readonly ClaimedAttempt[],
  { shownAt, missedAt, lookupAts }: MatchUpdate,
): Promise<void> {
  const [first] = claimed;
  if (!first) return;
  const numbers = claimed.map(({ gatewayOrderNumber }) => gatewayOrderNumber);
  const asks = claimed.map(({ checkCount }) => checkCount);
  await db.execute(
    sql`with matched as materialized (
      select m.ask_at, a.place
      from unnest(${sql.param(numbers)}::text[], ${sql.param(asks)}::int[],
        ${sql.param(lookupAts.map((at) => at.toISOString()))}::timestamptz[]) as m (number, asks, ask_at)
      cross join lateral (
        select p.ctid as place, p.state, p.asks from payment_attempts p
        where p.draw_id = ${first.drawId} and p.gateway_order_number = m.number limit 1
      ) a
      where a.state = 'unknown' and a.asks = m.asks
    )
    update payment_attempts a set ask_at = m.ask_at,
      shown_at = coalesce(a.shown_at, ${shownAt?.toISOString() ?? null}::timestamptz),
      missed_at = coalesce(a.missed_at, ${missedAt?.toISOString() ?? null}::timestamptz)
    from matched m where a.ctid = m.place`,
  );
}
