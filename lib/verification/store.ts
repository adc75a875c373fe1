import "server-only";
import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { recordFirstCharge } from "@/lib/draws/store.sale";
import type { AttemptId, AttemptRow } from "@/lib/orders/store.attempts";
import type { RefundRow } from "@/lib/orders/store.refunds";
import { paymentAttempts, refunds } from "@/lib/orders/tables.payments";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Returns the time up to which all opened sessions are over, or null if none was ended. */
export async function readSessionsEnd(db: Database): Promise<Date | null> {
  const rows = await queryRows<{ ended_ms: string | null }>(
    db,
    sql`select extract(epoch from verifications_ended_at) * 1000 as ended_ms from installation`,
  );
  const endedMs = rows[0]?.ended_ms ?? null;
  return endedMs === null ? null : new Date(Number(endedMs));
}

export async function endSessionsUntil(db: Database, at: Date): Promise<void> {
  await queryRows(
    db,
    sql`update installation set
      verifications_ended_at = greatest(verifications_ended_at, ${at.toISOString()}::timestamptz)`,
  );
}

/** `refunds` are in order, the earliest first. */
export type VerificationRows = { attempt: AttemptRow; refunds: RefundRow[] };

const verificationCondition = and(isNull(paymentAttempts.orderId), eq(paymentAttempts.kind, "verification"));

/** Returns false if this number or token was used before. `openedBy` identifies the call's own attempt on a retry. */
export async function insertVerification(
  db: Database,
  attempt: AttemptId &
    Pick<AttemptRow, "provider" | "tokenHash" | "amountCents" | "deadlineAt"> & { openedBy: string; now: Date },
): Promise<boolean> {
  const { drawId, gatewayOrderNumber, tokenHash, openedBy, amountCents, provider } = attempt;
  const at = sql`${attempt.now.toISOString()}::timestamptz`;
  const deadlineAt = sql`${attempt.deadlineAt.toISOString()}::timestamptz`;
  const rows = await queryRows(
    db,
    sql`with paying as (
      select draw_id from draws where draw_id = ${drawId}
    ), used as (${recordFirstCharge(sql`paying`, at)})
    insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
      opened_by, amount_cents, state, sent_at, deadline_at, ask_at, provider)
    select draw_id, ${gatewayOrderNumber}::text, null, 1, 'verification', 'apple_pay', ${tokenHash}::text,
      ${openedBy}::text, ${amountCents}::int, 'sent', ${at}, ${deadlineAt}, ${deadlineAt}, ${provider}::text
    from paying
    on conflict do nothing
    returning draw_id`,
  );
  return rows.length === 1;
}

export async function findVerification(
  db: Database,
  { drawId, gatewayOrderNumber, tokenHash }: AttemptId & { tokenHash: string },
): Promise<AttemptRow | null> {
  const sameAttemptCondition = or(
    eq(paymentAttempts.gatewayOrderNumber, gatewayOrderNumber),
    eq(paymentAttempts.tokenHash, tokenHash),
  );
  const rows = await db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.drawId, drawId), verificationCondition, sameAttemptCondition))
    .orderBy(desc(eq(paymentAttempts.gatewayOrderNumber, gatewayOrderNumber)));
  return rows[0] ?? null;
}

function attemptCondition({ drawId, gatewayOrderNumber }: AttemptId) {
  return and(
    eq(paymentAttempts.drawId, drawId),
    eq(paymentAttempts.gatewayOrderNumber, gatewayOrderNumber),
    verificationCondition,
  );
}

async function withRefunds(db: Database, attempts: AttemptRow[]): Promise<VerificationRows[]> {
  if (attempts.length === 0) return [];
  const numbers = attempts.map(({ gatewayOrderNumber }) => gatewayOrderNumber);
  const draws = [...new Set(attempts.map(({ drawId }) => drawId))];
  const refundRows = await db
    .select()
    .from(refunds)
    .where(and(inArray(refunds.drawId, draws), inArray(refunds.gatewayOrderNumber, numbers)))
    .orderBy(refunds.refundNumber);
  return attempts.map((attempt) => ({
    attempt,
    refunds: refundRows.filter((refund) => {
      return refund.drawId === attempt.drawId && refund.gatewayOrderNumber === attempt.gatewayOrderNumber;
    }),
  }));
}

export async function readVerification(db: Database, name: AttemptId): Promise<VerificationRows | null> {
  const attempts = await db.select().from(paymentAttempts).where(attemptCondition(name));
  return (await withRefunds(db, attempts))[0] ?? null;
}

export async function listVerifications(db: Database, limit: number): Promise<VerificationRows[]> {
  const attempts = await db
    .select()
    .from(paymentAttempts)
    .where(verificationCondition)
    .orderBy(desc(paymentAttempts.sentAt))
    .limit(limit);
  return withRefunds(db, attempts);
}
