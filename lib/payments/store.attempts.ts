import "server-only";

import type { SQL } from "drizzle-orm";
import { and, asc, eq, sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { isCutOffAt, noteKeysUsed, sellsAt } from "@/lib/draws/store.sale";
import type { PaymentMeans } from "@/lib/gateways/bambora/gateway";
import type { Buyer } from "@/lib/orders/schema";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import { atLeastNow } from "@/lib/platform/db/clock";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { paymentAttempts } from "@/lib/platform/db/schema/payments";
import type { AttemptState } from "./rules.captures";
import type { Pause } from "./rules.declines";
import { numberPrefixOf } from "./rules.means";
import type { Payer, VerdictRow } from "./store.declines";
import { judgePayer, mayPay, noteTry, pauseOf } from "./store.declines";

/** An attempt's row. */
export type AttemptRow = typeof paymentAttempts.$inferSelect;

/** Names one attempt, whatever it pays. */
export type AttemptName = { drawId: string; gatewayOrderNumber: string };

type OrderName = { drawId: string; orderId: string };

/** Names one attempt of one order. */
export type AttemptKey = AttemptName & { orderId: string };

/** Names one attempt with its order; null for a payment by which Apple Pay is verified. */
export type PaymentKey = AttemptName & { orderId: string | null };

function isAttempt(key: AttemptName) {
  return and(eq(paymentAttempts.drawId, key.drawId), eq(paymentAttempts.gatewayOrderNumber, key.gatewayOrderNumber));
}

/**
 * Moves a reserved order to paying and writes its attempt and who sent it, in one statement, if its hold lives, every pool of it still
 * sells, it has attempts left and no limit keeps its payer waiting. Gives the gateway order number, or null with what keeps
 * the payer waiting, if anything does; throws on `payment_attempts_token` when this
 * token has paid or tried to pay this order before, and on `payment_attempts_wallet_token` when a wallet's has another. `now` is the moment of sale (design section 4); `buyer` becomes the
 * order's where the payment tells who it is; a device that acts has taken the money; by `openedBy` a call whose connection broke finds out that it was its own
 * attempt that was opened.
 */
export async function openAttempt(
  db: Database,
  attempt: {
    drawId: string;
    orderId: string;
    method: PaymentMeans["kind"];
    tokenHash: string;
    buyer: Buyer | null;
    openedBy: string;
    now: Date;
    deadlineAt: Date;
    mostAttempts: number;
    payer: Payer;
    /** Whether a payer who is slowed has yet to wait. */
    mayWait: boolean;
    actor: AuditActor;
  },
): Promise<{ gatewayOrderNumber: string | null; pause: Pause | null }> {
  const { drawId, orderId, method, tokenHash, openedBy, now, payer, mayWait } = attempt;
  const prefix = numberPrefixOf(method);
  const at = sql`${now.toISOString()}::timestamptz`;
  const buyer = attempt.buyer && JSON.stringify(attempt.buyer);
  const deadlineAt = sql`${attempt.deadlineAt.toISOString()}::timestamptz`;
  const entry: NewAuditEntry = { action: "payment-sent", at: now, actor: attempt.actor, detail: { method } };
  const facts = sql`jsonb_build_object('attempt', number, 'amountCents', amount_cents)`;
  const rows = await queryRows<VerdictRow & { gateway_order_number: string | null }>(
    db,
    sql`with tried as (
      select count(*)::int as attempts from payment_attempts where draw_id = ${drawId} and order_id = ${orderId}
    ), ${judgePayer(payer, at)}, paying as (
      update orders o set status = 'paying', buyer = coalesce(${buyer}::jsonb, o.buyer) from draws d, tried, verdict v
      where o.draw_id = ${drawId} and o.order_id = ${orderId} and o.status = 'reserved'
        and o.expires_at > ${atLeastNow(at)} and d.draw_id = o.draw_id and ${sellsAt(at)}
        and tried.attempts < ${attempt.mostAttempts} and ${mayPay(mayWait)}
        and not exists (
          select from order_lines l join pools p on p.draw_id = l.draw_id and p.pool_id = l.pool_id
          where l.draw_id = o.draw_id and l.order_id = o.order_id and ${isCutOffAt(at)})
      returning o.draw_id, o.order_id, o.amount_cents, tried.attempts + 1 as number
    ), used as (${noteKeysUsed(sql`paying`, at)}
    ), noted as (${insertEntries(sql`paying`, entry, facts)}
    ), opened as (
    insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash, opened_by,
      amount_cents, state, sent_at, deadline_at, ask_at, device_id, operator)
    select draw_id, ${prefix} || order_id || case when number = 1 then '' else lpad(number::text, 2, '0') end, order_id,
      number, 'order', ${method}, ${tokenHash}, ${openedBy}, amount_cents, 'sent', ${at}, ${deadlineAt}, ${deadlineAt},
      ${attempt.actor.deviceId}::text, ${attempt.actor.operator}::text
    from paying
    returning draw_id, gateway_order_number
    ), noted_try as (${noteTry(payer, at)})
    select v.*, (select gateway_order_number from opened) as gateway_order_number from verdict v`,
  );
  const [row] = rows;
  if (!row) throw new Error("The statement that opens an attempt gave no verdict.");
  const { gateway_order_number: gatewayOrderNumber } = row;
  return { gatewayOrderNumber, pause: gatewayOrderNumber ? null : pauseOf(row, mayWait) };
}

/** Reads one attempt; null when there is none. */
export async function readAttempt(db: Database, key: AttemptName): Promise<AttemptRow | null> {
  const rows = await db.select().from(paymentAttempts).where(isAttempt(key));
  return rows[0] ?? null;
}

/** Lists the attempts to pay an order, the earliest first. */
export function listAttempts(db: Database, drawId: string, orderId: string): Promise<AttemptRow[]> {
  return db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.drawId, drawId), eq(paymentAttempts.orderId, orderId)))
    .orderBy(asc(paymentAttempts.attemptNumber));
}

async function findAttempt(db: Database, { drawId, orderId }: OrderName, condition: SQL): Promise<AttemptRow | null> {
  const ofOrder = and(eq(paymentAttempts.drawId, drawId), eq(paymentAttempts.orderId, orderId), condition);
  const rows = await db.select().from(paymentAttempts).where(ofOrder);
  return rows[0] ?? null;
}

/** Finds the attempt of an order by its token; null when this token was not tried for it. */
export function findAttemptByToken(
  db: Database,
  { tokenHash, ...order }: OrderName & { tokenHash: string },
): Promise<AttemptRow | null> {
  return findAttempt(db, order, eq(paymentAttempts.tokenHash, tokenHash));
}

/** Whether a wallet's token was sent for anything in a draw: for an order, or to verify Apple Pay. */
export async function isWalletTokenUsed(db: Database, drawId: string, tokenHash: string): Promise<boolean> {
  const isSame = and(
    eq(paymentAttempts.drawId, drawId),
    eq(paymentAttempts.tokenHash, tokenHash),
    eq(paymentAttempts.method, "apple_pay"),
  );
  return (await db.$count(paymentAttempts, isSame)) > 0;
}

/** Finds the approved attempt of an order; null when it has none. */
export function findApprovedAttempt(db: Database, drawId: string, orderId: string): Promise<AttemptRow | null> {
  return findAttempt(db, { drawId, orderId }, eq(paymentAttempts.state, "approved"));
}

/** Writes what is known of an attempt that is locked, or whose order is. Throws when it is not in the state that it was read in. */
export async function writeAttempt(
  tx: Database,
  key: AttemptName,
  from: AttemptState,
  known: Partial<AttemptRow> & { state: AttemptState },
): Promise<void> {
  const rows = await tx
    .update(paymentAttempts)
    .set(known)
    .where(and(isAttempt(key), eq(paymentAttempts.state, from)))
    .returning({ number: paymentAttempts.attemptNumber });
  if (rows.length !== 1) throw new Error("An attempt changed while its order was locked.");
}
