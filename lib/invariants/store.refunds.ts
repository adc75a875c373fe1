import "server-only";
import { sql } from "drizzle-orm";

import type { Finder } from "./store.scope";

export const findVoidUnrefunded: Finder = (scope) =>
  sql`select r.draw_id, r.pool_id || ' ' || r.first_number || '-' || r.last_number as subject, jsonb_build_object(
      'poolId', r.pool_id, 'first', r.first_number, 'last', r.last_number, 'voidedAt', r.voided_at) as detail
    from number_ranges r
    where ${scope("r")} and r.voided_at is not null and not exists (
      select from refunds f
      where f.draw_id = r.draw_id and f.order_id = r.order_id and f.state = 'done' and r.line_number = any(f.line_numbers)
        and ${scope("f")})`;

export const findRefundsWithoutVoid: Finder = (scope) =>
  sql`select f.draw_id, f.refund_number as subject, jsonb_build_object(
      'amountCents', f.amount_cents, 'line', min(l.line_number)) as detail
    from refunds f
    join order_lines l on l.draw_id = f.draw_id and l.order_id = f.order_id and l.line_number = any(f.line_numbers)
      and ${scope("l")}
    left join number_ranges r on r.draw_id = l.draw_id and r.order_id = l.order_id and r.line_number = l.line_number
      and ${scope("r")}
    where ${scope("f")} and f.state = 'done' and r.voided_at is null
    group by f.draw_id, f.refund_number, f.amount_cents`;

export const findRepeatedRefunds: Finder = (scope) =>
  sql`select f.draw_id, coalesce(min(o.order_code), f.order_id) || ' ' || line as subject, jsonb_build_object(
      'refunds', count(*), 'amountCents', sum(f.amount_cents)) as detail
    from refunds f cross join lateral unnest(f.line_numbers) as line
    left join orders o on o.draw_id = f.draw_id and o.order_id = f.order_id and ${scope("o")}
    where ${scope("f")} and f.state = 'done'
    group by f.draw_id, f.order_id, line having count(*) > 1`;

export const findRefundsUnlikeLines: Finder = (scope) =>
  sql`select f.draw_id, f.refund_number as subject, jsonb_build_object(
      'amountCents', f.amount_cents, 'linesCents', coalesce(sum(l.amount_cents), 0)) as detail
    from refunds f
    left join order_lines l on l.draw_id = f.draw_id and l.order_id = f.order_id
      and l.line_number = any(f.line_numbers) and ${scope("l")}
    where ${scope("f")} and f.state <> 'refused' and f.cause = any('{requested,cancelled}')
    group by f.draw_id, f.refund_number, f.amount_cents having f.amount_cents <> coalesce(sum(l.amount_cents), 0)`;

export const findRefundsAbovePayment: Finder = (scope) =>
  sql`select a.draw_id, a.gateway_order_number as subject, jsonb_build_object(
      'capturedCents', coalesce(a.captured_cents, a.amount_cents), 'refundedCents', sum(f.amount_cents)) as detail
    from refunds f
    join payment_attempts a on a.draw_id = f.draw_id and a.gateway_order_number = f.gateway_order_number
      and ${scope("a")}
    where ${scope("f")} and f.state <> 'refused'
    group by a.draw_id, a.gateway_order_number, a.captured_cents, a.amount_cents
    having sum(f.amount_cents) > coalesce(a.captured_cents, a.amount_cents)`;

/** Finds refunded orders with valid numbers, and finalized ones without any. */
export const findMismatchedRefunded: Finder = (scope) =>
  sql`select o.draw_id, o.order_code as subject, jsonb_build_object(
      'status', o.status, 'valid', count(*) filter (where r.voided_at is null)) as detail
    from orders o
    join number_ranges r on r.draw_id = o.draw_id and r.order_id = o.order_id and ${scope("r")}
    where ${scope("o")} and o.status = any('{finalized,refunded}')
    group by o.draw_id, o.order_code, o.status
    having (o.status = 'finalized') = (count(*) filter (where r.voided_at is null) = 0)`;

/** Finds money that was captured without issuing numbers and is not wholly refunded. */
export const findUnrefundedSurplus: Finder = (scope) =>
  sql`select a.draw_id, a.gateway_order_number as subject, jsonb_build_object(
      'capturedCents', coalesce(a.captured_cents, a.amount_cents), 'refundedCents', coalesce(f.cents, 0)) as detail
    from payment_attempts a
    left join (
      select refund.draw_id, refund.gateway_order_number, sum(refund.amount_cents) as cents
      from refunds refund where ${scope("refund")} and refund.state <> 'refused'
      group by refund.draw_id, refund.gateway_order_number
    ) f on f.draw_id = a.draw_id and f.gateway_order_number = a.gateway_order_number
    where ${scope("a")} and a.state = 'surplus'
      and coalesce(f.cents, 0) < coalesce(a.captured_cents, a.amount_cents)`;

/** Finds payments lost with a database that are not wholly refunded. */
export const findUnrefundedLost: Finder = (scope) =>
  sql`select a.draw_id, a.gateway_order_number as subject, jsonb_build_object(
      'capturedCents', a.captured_cents, 'refundedCents', coalesce(f.cents, 0)) as detail
    from payment_attempts a
    left join lateral (
      select sum(refund.amount_cents) as cents from refunds refund
      where refund.draw_id = a.draw_id and refund.gateway_order_number = a.gateway_order_number
        and refund.state <> 'refused'
    ) f on true
    where ${scope("a")} and a.order_id is null and a.kind = 'lost' and coalesce(f.cents, 0) < a.amount_cents`;

/** The verification page refunds its payment at once. One still unrefunded after an hour was abandoned. */
const verificationUnrefundedMs = 60 * 60_000;

export const findUnrefundedVerifications: Finder = (scope, at) => {
  const before = sql`${new Date(at.getTime() - verificationUnrefundedMs).toISOString()}::timestamptz`;
  return sql`select a.draw_id, a.gateway_order_number as subject, jsonb_build_object(
      'capturedCents', coalesce(a.captured_cents, a.amount_cents), 'sentAt', a.sent_at) as detail
    from payment_attempts a
    where ${scope("a")} and a.order_id is null and a.state = 'approved' and a.sent_at <= ${before} and not exists (
      select from refunds f
      where f.draw_id = a.draw_id and f.gateway_order_number = a.gateway_order_number and f.state = 'done'
        and ${scope("f")})`;
};

/** Finds refunds that have no scheduled lookup, or have been open for a day. */
export const findOverdueRefunds: Finder = (scope, at) => {
  const instant = sql`${at.toISOString()}::timestamptz`;
  return sql`select f.draw_id, f.refund_number as subject, jsonb_build_object(
      'state', f.state, 'amountCents', f.amount_cents, 'requestedAt', f.requested_at, 'askAt', f.ask_at) as detail
    from refunds f
    where ${scope("f")} and f.state in ('pending', 'sent', 'unknown') and (f.ask_at is null
      or f.ask_at <= ${instant} - interval '15 minutes' or f.requested_at <= ${instant} - interval '1 day')`;
};

/** A job searches cancelled draws every minute until nothing is left. */
const searchLateMs = 60 * 60_000;

/** Finds paid card orders of cancelled draws that no refund was requested for, where nothing searches for them. */
export const findCancelledUnrefunded: Finder = (scope, at) => {
  const before = sql`${new Date(at.getTime() - searchLateMs).toISOString()}::timestamptz`;
  return sql`select o.draw_id, o.order_code as subject, jsonb_build_object('amountCents', o.amount_cents) as detail
    from draws d join orders o on o.draw_id = d.draw_id and o.status = 'finalized' and ${scope("o")}
    where ${scope("d")} and d.cancelled_at is not null and exists (
      select from payment_attempts a
      where a.draw_id = o.draw_id and a.order_id = o.order_id and a.state = 'approved' and a.method <> 'cash'
    ) and not exists (
      select from refunds f where f.draw_id = o.draw_id and f.order_id = o.order_id and f.requested_at >= d.cancelled_at
    ) and not exists (
      select from draw_cancellations c where c.draw_id = d.draw_id and c.refund_at > ${before})`;
};
