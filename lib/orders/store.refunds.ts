import "server-only";

import type { SQL } from "drizzle-orm";
import { and, asc, eq, sql } from "drizzle-orm";
import type { AuditActor, AuditDetail } from "@/lib/audit/rules";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { RefundCause, RefundMethod, Requester, RequestReason } from "./rules.refunds";
import { maxRefunds, refundHeadStartMs } from "./rules.refunds";
import type { NewAuditEntry } from "./store.audit";
import { insertEntries } from "./store.audit";
import { refunds } from "./tables.payments";

export type RefundRow = typeof refunds.$inferSelect;

/** `orderId` is null for a verification of Apple Pay. */
export type RefundKey = { drawId: string; orderId: string | null; refundNumber: string };

/** Money in cents. A job may send it from `sendAt` on. `cashDrawer` is the device that pays out cash. */
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
  cashDrawer?: Pick<AuditActor, "deviceId" | "operator">;
  requestReason?: RequestReason | undefined;
  /** The console user whose daily limit counts it. */
  personId?: string | null | undefined;
  now: Date;
  sendAt?: Date;
};

const maxSuffix = 99;

/** A refund number is `stem` and two digits, higher than `after` and at most `last`. */
type RefundNumbering = { stem: string; after: number; last: number };

/**
 * Returns null and writes nothing if no number is left. Throws on `refunds_one_open` while another refund of the
 * attempt is open, and on `refunds_verification_once` if all was refunded. The order must be locked.
 */
export async function insertRefund(tx: Database, refund: NewRefund): Promise<string | null> {
  const { drawId, orderId, gatewayOrderNumber, sendAt = getJobSendTime(refund) } = refund;
  const numbering = getNumbering(refund);
  const { stem, after, last } = numbering;
  const paymentCondition =
    after > 0 ? numberingCondition(numbering) : sql`gateway_order_number = ${gatewayOrderNumber}`;
  const earlierCondition = orderId === null ? paymentCondition : sql`order_id = ${orderId}`;
  const now = sql`${refund.now.toISOString()}::timestamptz`;
  const { cause, method, amountCents, cashDrawer = refund.actor } = refund;
  const detail: AuditDetail = { cause, method, amountCents, lines: refund.lineNumbers.length };
  if (method === "cash" && cashDrawer.deviceId !== refund.actor.deviceId) detail.drawer = cashDrawer.deviceId;
  if (refund.requestReason) detail.reason = refund.requestReason;
  const entry: NewAuditEntry = { action: "refund-requested", at: refund.now, actor: refund.actor, detail };
  const rows = await queryRows<{ refundNumber: string }>(
    tx,
    sql`with requested as (
      insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at, ask_at, device_id, operator, person_id, provider)
      select ${drawId}::text, ${stem}::text || lpad((count(*) + 1 + ${after}::int)::text, 2, '0'), ${orderId}::text,
        ${gatewayOrderNumber}::text, ${sql.param(refund.lineNumbers)}::int[], ${cause}::text,
        ${method}::text, ${amountCents}::int, 'pending', ${refund.requestedBy}::text, ${now},
        ${sendAt.toISOString()}::timestamptz, ${cashDrawer.deviceId}::text, ${cashDrawer.operator}::text,
        ${refund.personId ?? null}::text,
        (select provider from payment_attempts a
          where a.draw_id = ${drawId} and a.gateway_order_number = ${gatewayOrderNumber})
      from refunds where draw_id = ${drawId} and ${earlierCondition}
      having count(*) + ${after}::int < ${last}::int
      returning draw_id, order_id, refund_number
    ), noted as (${insertEntries(sql`requested`, entry, sql`jsonb_build_object('refundNumber', refund_number)`)})
    select refund_number as "refundNumber" from requested`,
  );
  return rows[0]?.refundNumber ?? null;
}

/** Oldest first, as in `listPaymentRefunds`. */
export function listRefunds(db: Database, drawId: string, orderId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.drawId, drawId), eq(refunds.orderId, orderId)))
    .orderBy(asc(refunds.refundNumber));
}

export function listPaymentRefunds(
  db: Database,
  { drawId, gatewayOrderNumber }: { drawId: string; gatewayOrderNumber: string },
): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(and(eq(refunds.drawId, drawId), eq(refunds.gatewayOrderNumber, gatewayOrderNumber)))
    .orderBy(asc(refunds.refundNumber));
}

function refundCondition({ drawId, refundNumber }: Pick<RefundKey, "drawId" | "refundNumber">) {
  return and(eq(refunds.drawId, drawId), eq(refunds.refundNumber, refundNumber));
}

function otherDrawsCondition(drawIds: string[]) {
  return sql`draw_id <> all(${sql.param(drawIds)}::text[])`;
}

export async function readRefund(db: Database, key: RefundKey): Promise<RefundRow | null> {
  const rows = await db.select().from(refunds).where(refundCondition(key));
  return rows[0] ?? null;
}

/**
 * Only the caller that gets the row may send the refund, until `deadlineAt`. From `nextActionAt` on, other processes
 * look it up.
 */
export async function claimRefundToSend(
  db: Database,
  key: RefundKey,
  { now, deadlineAt, nextActionAt }: { now: Date; deadlineAt: Date; nextActionAt: Date },
): Promise<RefundRow | null> {
  const rows = await db
    .update(refunds)
    .set({ state: "sent", sentAt: now, deadlineAt, nextActionAt })
    .where(and(refundCondition(key), eq(refunds.state, "pending")))
    .returning();
  return rows[0] ?? null;
}

export async function findRefundToSend(db: Database, now: Date, except: string[]): Promise<RefundKey | null> {
  const dueCondition = sql`${refunds.state} = 'pending' and ${refunds.nextActionAt} <= ${now.toISOString()}::timestamptz`;
  const rows = await db
    .select({ drawId: refunds.drawId, orderId: refunds.orderId, refundNumber: refunds.refundNumber })
    .from(refunds)
    .where(and(dueCondition, otherDrawsCondition(except)))
    .orderBy(asc(refunds.nextActionAt))
    .limit(1);
  return rows[0] ?? null;
}

export async function delayRefund(db: Database, key: RefundKey, sendAt: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ nextActionAt: sendAt, checkCount: sql`${refunds.checkCount} + 1` })
    .where(and(refundCondition(key), eq(refunds.state, "pending")));
}

/** Leases the sent or unknown refund whose lookup has been due longest, and marks it unknown. */
export async function claimRefundLookup(
  db: Database,
  { now, leasedUntil, except }: { now: Date; leasedUntil: Date; except: string[] },
): Promise<RefundRow | null> {
  // With `=`, a plan may run the subquery again for each row and then lock another refund.
  const due = sql`(${refunds.drawId}, ${refunds.refundNumber}) = (
    select draw_id, refund_number from refunds
    where state in ('sent', 'unknown') and ask_at <= ${now.toISOString()}::timestamptz and ${otherDrawsCondition(except)}
    order by ask_at limit 1 for update skip locked)`;
  const rows = await db
    .update(refunds)
    .set({ state: "unknown", nextActionAt: leasedUntil, checkCount: sql`${refunds.checkCount} + 1` })
    .where(due)
    .returning();
  return rows[0] ?? null;
}

export async function recordLookup(
  db: Database,
  key: RefundKey,
  { nextActionAt, missedAt }: { nextActionAt: Date; missedAt: Date | null },
): Promise<void> {
  await db
    .update(refunds)
    .set({ nextActionAt, missedAt })
    .where(and(refundCondition(key), eq(refunds.state, "unknown")));
}

function getJobSendTime({ requestedBy, now }: NewRefund): Date {
  return requestedBy === "system" ? now : new Date(now.getTime() + refundHeadStartMs);
}

/**
 * Refunds of lost payments are numbered above `maxRefunds`, because the gateway may have lower numbers that were lost
 * too.
 */
function getNumbering({ orderId, gatewayOrderNumber }: NewRefund): RefundNumbering {
  if (orderId !== null) return { stem: `RF${orderId}`, after: 0, last: maxRefunds };
  if (gatewayOrderNumber.startsWith("AP-")) {
    return { stem: `RF${gatewayOrderNumber.slice("AP".length)}`, after: 0, last: maxSuffix };
  }
  return { stem: `RF${gatewayOrderNumber.replace(/^AP/, "").slice(0, 26)}`, after: maxRefunds, last: maxSuffix };
}

function numberingCondition({ stem, after, last }: RefundNumbering): SQL {
  return sql`refund_number between ${`${stem}${after + 1}`} and ${`${stem}${last}`}`;
}
