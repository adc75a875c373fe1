import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { RecordedAttempt } from "./rules.captures";
import type { OpenMoney } from "./rules.day";
import type { RecordedRefund } from "./rules.reversals";

type RefundColumns = {
  refund_number: string;
  state: RecordedRefund["state"];
  method: RecordedRefund["method"];
  amount_cents: number;
  answered_at: string | null;
};

type RecordedAttemptRow = {
  draw_id: string;
  gateway_order_number: string;
  state: RecordedAttempt["state"];
  amount_cents: number;
  gateway_transaction_id: string | null;
  sent_at: string | Date;
  ask_at: string | Date | null;
  asks: number;
  answered_at: string | Date | null;
  refunds: RefundColumns[] | null;
};

/** Includes both ends. If `from` is null, the span has no beginning. */
export type CheckedSpan = { from: Date | null; at: Date };

function toRecordedRefund(row: RefundColumns): RecordedRefund {
  return {
    refundNumber: row.refund_number,
    state: row.state,
    method: row.method,
    amountCents: Number(row.amount_cents),
    answeredAt: row.answered_at === null ? null : new Date(row.answered_at),
  };
}

function toRecordedAttempt(row: RecordedAttemptRow): RecordedAttempt {
  return {
    drawId: row.draw_id,
    gatewayOrderNumber: row.gateway_order_number,
    state: row.state,
    amountCents: Number(row.amount_cents),
    gatewayTransactionId: row.gateway_transaction_id,
    sentAt: new Date(row.sent_at),
    lookupAt: row.ask_at === null ? null : new Date(row.ask_at),
    checkCount: Number(row.asks),
    answeredAt: row.answered_at === null ? null : new Date(row.answered_at),
    refunds: (row.refunds ?? []).map(toRecordedRefund),
  };
}

/** Finds card attempts of any draw by gateway order number, draw by draw, because their key begins with it. */
export async function findRecordedAttempts(db: Database, numbers: string[]): Promise<Map<string, RecordedAttempt>> {
  const rows = await queryRows<RecordedAttemptRow>(
    db,
    sql`select a.draw_id, a.gateway_order_number, a.state, coalesce(a.captured_cents, a.amount_cents) as amount_cents,
        a.gateway_transaction_id, a.sent_at, a.ask_at, a.asks, a.answered_at, (
          select jsonb_agg(jsonb_build_object('refund_number', r.refund_number, 'state', r.state, 'method', r.method,
            'amount_cents', r.amount_cents, 'answered_at', r.answered_at) order by r.refund_number)
          from refunds r where r.draw_id = a.draw_id and r.gateway_order_number = a.gateway_order_number) as refunds
      from draws d cross join lateral (
        select * from payment_attempts p
        where p.draw_id = d.draw_id and p.gateway_order_number = any(${sql.param(numbers)}::text[])
          and p.method <> 'cash' offset 0
      ) a`,
  );
  return new Map(rows.map((row) => [row.gateway_order_number, toRecordedAttempt(row)]));
}

/** Returns the gateway order numbers of refunded payments, by refund number. */
export async function findRefundedNumbers(db: Database, refundNumbers: string[]): Promise<Map<string, string>> {
  if (refundNumbers.length === 0) return new Map();
  const rows = await queryRows<{ refund_number: string; gateway_order_number: string }>(
    db,
    sql`select r.refund_number, r.gateway_order_number from draws d cross join lateral (
        select * from refunds where draw_id = d.draw_id and refund_number = any(${sql.param(refundNumbers)}::text[])
        offset 0
      ) r`,
  );
  return new Map(rows.map((row) => [row.refund_number, row.gateway_order_number]));
}

export type CapturedNumber = { number: string; amountCents: number };

export async function listCapturedNumbers(
  db: Database,
  { drawId, span, after, limit }: { drawId: string; span: CheckedSpan; after: string; limit: number },
): Promise<CapturedNumber[]> {
  const rows = await queryRows<{ number: string; cents: number }>(
    db,
    sql`select gateway_order_number as number, coalesce(captured_cents, amount_cents) as cents from payment_attempts
      where draw_id = ${drawId} and gateway_order_number > ${after} and state = any('{approved,surplus}')
        and method <> 'cash' and sent_at >= ${span.from?.toISOString() ?? "-infinity"}::timestamptz
        and sent_at <= ${span.at.toISOString()}::timestamptz
      order by gateway_order_number ${limitClause(limit)}`,
  );
  return rows.map(({ number, cents }) => ({ number, amountCents: Number(cents) }));
}

/** `transactionId` is the gateway's id of the refund. */
export type DoneRefund = {
  refundNumber: string;
  gatewayOrderNumber: string;
  transactionId: string | null;
  amountCents: number;
};

export async function listDoneRefunds(
  db: Database,
  { drawId, span }: { drawId: string; span: CheckedSpan },
): Promise<DoneRefund[]> {
  const rows = await queryRows<{
    refund_number: string;
    gateway_order_number: string;
    transaction_id: string | null;
    amount_cents: number;
  }>(
    db,
    sql`select refund_number, gateway_order_number, gateway_transaction_id as transaction_id, amount_cents from refunds
      where draw_id = ${drawId} and state = 'done' and method <> 'cash'
        and sent_at >= ${span.from?.toISOString() ?? "-infinity"}::timestamptz
        and sent_at <= ${span.at.toISOString()}::timestamptz order by refund_number`,
  );
  return rows.map((row) => ({
    refundNumber: row.refund_number,
    gatewayOrderNumber: row.gateway_order_number,
    transactionId: row.transaction_id,
    amountCents: Number(row.amount_cents),
  }));
}

export async function listOpenMoney(
  db: Database,
  { from, at }: CheckedSpan,
  draws: readonly { drawId: string }[] | null,
): Promise<OpenMoney[]> {
  const ids = draws?.map(({ drawId }) => drawId);
  const drawsCondition = ids ? sql`draw_id = any(${sql.param(ids)}::text[])` : sql`true`;
  const [begin, end] = [sql`${from?.toISOString() ?? "-infinity"}::timestamptz`, sql`${at.toISOString()}::timestamptz`];
  const rows = await queryRows<{
    kind: OpenMoney["kind"];
    draw_id: string;
    number: string;
    state: string;
    cents: number;
  }>(
    db,
    sql`select 'payment' as kind, draw_id, gateway_order_number as number, state, amount_cents as cents
      from payment_attempts
      where ${drawsCondition} and state in ('sent', 'unknown') and sent_at >= ${begin} and sent_at <= ${end}
      union all
      select 'refund', draw_id, refund_number, state, amount_cents
      from refunds where ${drawsCondition} and state in ('pending', 'sent', 'unknown')
        and requested_at >= ${begin} and requested_at <= ${end}
      order by kind, draw_id, number`,
  );
  return rows.map(({ kind, draw_id: instanceId, number, state, cents }) => {
    return { kind, instanceId, number, state, amountCents: Number(cents) };
  });
}
