import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AttemptState } from "@/lib/orders/rules.attempts";
import type { AttemptName, PaymentKey } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { reconcileSchedule } from "./rules.reconcile-schedule";

/** An attempt that only one process may look up until its lease ends; `checkCount` includes this lookup. */
export type ClaimedAttempt = PaymentKey & {
  state: AttemptState;
  checkCount: number;
  sentAt: Date;
  /** When a look first found nothing. */
  missedAt: Date | null;
  /** The call that opened it, marked with its request (lib/platform/server/log.ts). */
  openedBy: string | null;
};

/** A row of `claimedColumns`. */
export type ClaimedRow = {
  draw_id: string;
  order_id: string | null;
  gateway_order_number: string;
  state: AttemptState;
  asks: number;
  sent_at: string | Date;
  missed_at: string | Date | null;
  opened_by: string | null;
};

/** Reads a row of `claimedColumns`. */
export function toClaimed(row: ClaimedRow): ClaimedAttempt {
  return {
    drawId: row.draw_id,
    orderId: row.order_id,
    gatewayOrderNumber: row.gateway_order_number,
    state: row.state,
    checkCount: Number(row.asks),
    sentAt: new Date(row.sent_at),
    missedAt: row.missed_at === null ? null : new Date(row.missed_at),
    openedBy: row.opened_by,
  };
}

/** What a claim gives of the attempts `a`, as `toClaimed` reads it. */
export const claimedColumns = sql`a.draw_id, a.order_id, a.gateway_order_number, a.state, a.asks, a.sent_at,
  a.missed_at, a.opened_by`;

/**
 * The condition that attempt `a`, which is due for lookup, waits for a page of the report: its outcome is unknown, no
 * page has shown it, and a lookup can't release anything yet. Written by excluding states, so that the due ones aren't
 * searched among all open ones.
 */
export const isToBeShown = (at: SQL) => sql`a.state not in ('sent', 'missing') and a.shown_at is null
  and a.sent_at > ${at} - make_interval(secs => ${reconcileSchedule.patienceMs / 1000}::float8)`;

/**
 * Takes the attempt whose lookup has been due longest, in no draw of `except`, by moving its time ahead to
 * `leasedUntil`; null if none is due. For draws in `crowded`, it leaves those that pages of the report may show. Two
 * processes never take the same one: one scan in index order finds and locks it, and it is updated in place, whatever
 * the plan for thousands of due ones.
 */
export async function claimAttempt(
  db: Database,
  { now, leasedUntil, except, crowded = [] }: { now: Date; leasedUntil: Date; except: string[]; crowded?: string[] },
): Promise<ClaimedAttempt | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<ClaimedRow>(
    db,
    sql`with due as materialized (
      select a.ctid as place from payment_attempts a
      where a.state in ('sent', 'unknown', 'missing') and a.ask_at <= ${at}
        and a.draw_id <> all(${sql.param(except)}::text[])
        and not (a.draw_id = any(${sql.param(crowded)}::text[]) and ${isToBeShown(at)})
      order by a.ask_at limit 1 for update skip locked
    )
    update payment_attempts a set ask_at = ${leasedUntil.toISOString()}::timestamptz, asks = a.asks + 1
    where a.ctid = any(array(select place from due))
    returning ${claimedColumns}`,
  );
  return rows[0] ? toClaimed(rows[0]) : null;
}

/**
 * Takes the open attempt of an order for an immediate lookup, until `leasedUntil`, although it isn't due yet; null if
 * it has none, or its own call may still charge it.
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
  return rows[0] ? toClaimed(rows[0]) : null;
}

/** Schedules an attempt's next lookup, unless its state has changed or another lookup has begun since. */
export async function setAskAt(
  db: Database,
  claimed: AttemptName & { state: AttemptState; checkCount: number },
  askAt: Date | null,
): Promise<void> {
  await db.execute(
    sql`update payment_attempts set ask_at = ${askAt?.toISOString() ?? null}::timestamptz
      where draw_id = ${claimed.drawId} and gateway_order_number = ${claimed.gatewayOrderNumber}
        and state = ${claimed.state} and asks = ${claimed.checkCount}`,
  );
}
