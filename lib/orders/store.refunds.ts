import "server-only";

import type { SQL } from "drizzle-orm";
import { and, asc, eq, sql } from "drizzle-orm";
import type { AuditActor, AuditDetail } from "@/lib/audit/rules";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { RefundCause, RefundMethod, Requester } from "./rules.refunds";
import { maxRefunds, refundHeadStartMs } from "./rules.refunds";
import type { NewAuditEntry } from "./store.audit";
import { insertEntries } from "./store.audit";
import { refunds } from "./tables.payments";

export type RefundRow = typeof refunds.$inferSelect;

/** Names one refund with its order; null for that of a payment by which Apple Pay was verified. */
export type RefundKey = { drawId: string; orderId: string | null; refundNumber: string };

/**
 * A refund to be written; `lineNumbers` is empty if the payment never got numbers. Money in cents. `sendAt` is when a
 * job may send it: by default immediately if the system requested it, otherwise after the caller has had time to.
 * `givenBackBy` is the device whose money it is, by default the acting one.
 */
export type NewRefund = {
  drawId: string;
  orderId: string | null;
  gatewayOrderNumber: string;
  lineNumbers: number[];
  cause: RefundCause;
  method: RefundMethod;
  amountCents: number;
  requestedBy: Requester;
  actor: AuditActor;
  givenBackBy?: Pick<AuditActor, "deviceId" | "operator">;
  now: Date;
  sendAt?: Date;
};

function jobMaySendAt({ requestedBy, now }: NewRefund): Date {
  return requestedBy === "system" ? now : new Date(now.getTime() + refundHeadStartMs);
}

/** The last number that two digits can tell apart. */
const lastNumber = 99;

/** What the number of a refund begins with, and which two digits follow: those after `after`, up to `last`. */
type Numbering = { stem: string; after: number; last: number };

/**
 * An order's own refunds have the numbers up to `maxRefunds`. Those of payments that were lost with it, whose own ones
 * the gateway may know and a restored database doesn't, come after them.
 */
function numberingOf({ orderId, gatewayOrderNumber }: NewRefund): Numbering {
  if (orderId !== null) return { stem: `RF${orderId}`, after: 0, last: maxRefunds };
  if (gatewayOrderNumber.startsWith("AP-")) {
    return { stem: `RF${gatewayOrderNumber.slice("AP".length)}`, after: 0, last: lastNumber };
  }
  return { stem: `RF${gatewayOrderNumber.replace(/^AP/, "").slice(0, 26)}`, after: maxRefunds, last: lastNumber };
}

/** Refunds of payments that were lost with one order, by their numbers. */
function isBetween({ stem, after, last }: Numbering): SQL {
  return sql`refund_number between ${`${stem}${after + 1}`} and ${`${stem}${last}`}`;
}

/**
 * Writes a refund that is to be sent and returns its order number: `RF`, the order's id, two digits; for a payment
 * without an order, its own number replaces the id. Null, with nothing written, if no number is left. Throws on
 * `refunds_one_open` while another refund of the same attempt is open, and on `refunds_verification_once` if everything
 * was refunded; the order's row must be locked, or the payment's if it has none.
 */
export async function insertRefund(tx: Database, refund: NewRefund): Promise<string | null> {
  const { drawId, orderId, gatewayOrderNumber, sendAt = jobMaySendAt(refund) } = refund;
  const numbering = numberingOf(refund);
  const { stem, after, last } = numbering;
  const ofPayment = after > 0 ? isBetween(numbering) : sql`gateway_order_number = ${gatewayOrderNumber}`;
  const isBefore = orderId === null ? ofPayment : sql`order_id = ${orderId}`;
  const now = sql`${refund.now.toISOString()}::timestamptz`;
  const { cause, method, amountCents, givenBackBy = refund.actor } = refund;
  const detail: AuditDetail = { cause, method, amountCents, lines: refund.lineNumbers.length };
  if (method === "cash" && givenBackBy.deviceId !== refund.actor.deviceId) detail.drawer = givenBackBy.deviceId;
  const entry: NewAuditEntry = { action: "refund-requested", at: refund.now, actor: refund.actor, detail };
  const rows = await queryRows<{ refundNumber: string }>(
    tx,
    sql`with requested as (
      insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at, ask_at, device_id, operator, provider)
      select ${drawId}::text, ${stem}::text || lpad((count(*) + 1 + ${after}::int)::text, 2, '0'), ${orderId}::text,
        ${gatewayOrderNumber}::text, ${sql.param(refund.lineNumbers)}::int[], ${cause}::text,
        ${method}::text, ${amountCents}::int, 'pending', ${refund.requestedBy}::text, ${now},
        ${sendAt.toISOString()}::timestamptz, ${givenBackBy.deviceId}::text, ${givenBackBy.operator}::text,
        (select provider from payment_attempts a
          where a.draw_id = ${drawId} and a.gateway_order_number = ${gatewayOrderNumber})
      from refunds where draw_id = ${drawId} and ${isBefore}
      having count(*) + ${after}::int < ${last}::int
      returning draw_id, order_id, refund_number
    ), noted as (${insertEntries(sql`requested`, entry, sql`jsonb_build_object('refundNumber', refund_number)`)})
    select refund_number as "refundNumber" from requested`,
  );
  return rows[0]?.refundNumber ?? null;
}

/** The earliest first. */
export function listRefunds(db: Database, drawId: string, orderId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.drawId, drawId), eq(refunds.orderId, orderId)))
    .orderBy(asc(refunds.refundNumber));
}

/** The earliest first. */
export function listRefundsOf(
  db: Database,
  { drawId, gatewayOrderNumber }: { drawId: string; gatewayOrderNumber: string },
): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.drawId, drawId), eq(refunds.gatewayOrderNumber, gatewayOrderNumber)))
    .orderBy(asc(refunds.refundNumber));
}

function isRefund({ drawId, refundNumber }: Pick<RefundKey, "drawId" | "refundNumber">) {
  return and(eq(refunds.drawId, drawId), eq(refunds.refundNumber, refundNumber));
}

function isOutside(drawIds: string[]) {
  return sql`draw_id <> all(${sql.param(drawIds)}::text[])`;
}

export async function readRefund(db: Database, key: RefundKey): Promise<RefundRow | null> {
  const rows = await db.select().from(refunds).where(isRefund(key));
  return rows[0] ?? null;
}

/**
 * Moves a refund from pending to sent: the right to ask the gateway for it until `deadlineAt`, which one caller gets
 * once; from `askAt` on others ask what became of it. Null when somebody else had that right.
 */
export async function takeToSend(
  db: Database,
  key: RefundKey,
  { now, deadlineAt, askAt }: { now: Date; deadlineAt: Date; askAt: Date },
): Promise<RefundRow | null> {
  const rows = await db
    .update(refunds)
    .set({ state: "sent", sentAt: now, deadlineAt, askAt })
    .where(and(isRefund(key), eq(refunds.state, "pending")))
    .returning();
  return rows[0] ?? null;
}

/** Finds the refund that waits longest to be sent by `now`, in no draw of `except`; null when none does. */
export async function findToSend(db: Database, now: Date, except: string[]): Promise<RefundKey | null> {
  const isDue = sql`${refunds.state} = 'pending' and ${refunds.askAt} <= ${now.toISOString()}::timestamptz`;
  const rows = await db
    .select({ drawId: refunds.drawId, orderId: refunds.orderId, refundNumber: refunds.refundNumber })
    .from(refunds)
    .where(and(isDue, isOutside(except)))
    .orderBy(asc(refunds.askAt))
    .limit(1);
  return rows[0] ?? null;
}

/** Puts a refund that could not be sent off until `sendAt`. */
export async function delayRefund(db: Database, key: RefundKey, sendAt: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ askAt: sendAt, checkCount: sql`${refunds.checkCount} + 1` })
    .where(and(isRefund(key), eq(refunds.state, "pending")));
}

/**
 * Takes the sent or unknown refund whose lookup has been due longest, in no draw of `except`, marks it unknown and
 * moves its next lookup to `leasedUntil`, so that nobody else looks it up in the meantime. Null if none is due.
 */
export async function claimRefund(
  db: Database,
  { now, leasedUntil, except }: { now: Date; leasedUntil: Date; except: string[] },
): Promise<RefundRow | null> {
  // Not `in`: a plan may run such a subquery again for each row, and it would lock another refund every time.
  const due = sql`(${refunds.drawId}, ${refunds.refundNumber}) = (
    select draw_id, refund_number from refunds
    where state in ('sent', 'unknown') and ask_at <= ${now.toISOString()}::timestamptz and ${isOutside(except)}
    order by ask_at limit 1 for update skip locked)`;
  const rows = await db
    .update(refunds)
    .set({ state: "unknown", askAt: leasedUntil, checkCount: sql`${refunds.checkCount} + 1` })
    .where(due)
    .returning();
  return rows[0] ?? null;
}

/** Records when an unknown refund is looked up next, and when the gateway first didn't know it. */
export async function recordCheck(
  db: Database,
  key: RefundKey,
  { askAt, missedAt }: { askAt: Date; missedAt: Date | null },
): Promise<void> {
  await db
    .update(refunds)
    .set({ askAt, missedAt })
    .where(and(isRefund(key), eq(refunds.state, "unknown")));
}
