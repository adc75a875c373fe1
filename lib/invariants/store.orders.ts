import "server-only";
import { sql } from "drizzle-orm";

import { overdueLimits } from "@/lib/payments/reconcile/rules";
import type { Finder, Scope } from "./store.scope";

/** SQL condition that order `o` is a stub: erased, and ended without an attempt. A stub may lack its lines. */
export const stubCondition = (scope: Scope) => sql`o.erased_at is not null and o.finalized_at is null
  and o.status = any('{expired,cancelled}') and not exists (
    select from payment_attempts a where a.draw_id = o.draw_id and a.order_id = o.order_id and ${scope("a")})`;

/** Leaves out shrunk orders, which have no lines. */
export const findOrderAmounts: Finder = (scope) =>
  sql`select o.draw_id, o.order_code as subject, jsonb_build_object(
      'status', o.status, 'amountCents', o.amount_cents, 'linesCents', coalesce(l.cents, 0)) as detail
    from orders o
    left join (
      select lines.draw_id, lines.order_id, sum(lines.amount_cents) as cents
      from order_lines lines where ${scope("lines")} group by lines.draw_id, lines.order_id
    ) l on l.draw_id = o.draw_id and l.order_id = o.order_id
    where ${scope("o")} and coalesce(l.cents, 0) <> o.amount_cents
      and not (l.cents is null and ${stubCondition(scope)})`;

/** Finds orders that are finalized without an approved attempt, or refunded with neither one nor surplus money. */
export const findOrdersWithoutPayment: Finder = (scope) =>
  sql`select o.draw_id, o.order_code as subject, jsonb_build_object(
      'amountCents', o.amount_cents, 'finalizedAt', o.finalized_at) as detail
    from orders o
    where ${scope("o")} and o.status = any('{finalized,refunded}') and not exists (
      select from payment_attempts a
      where a.draw_id = o.draw_id and a.order_id = o.order_id and ${scope("a")}
        and a.state = case when o.finalized_at is null and o.status = 'refunded' then 'surplus' else 'approved' end)`;

/** Finds orders in payment without an open attempt, whose tickets nothing would ever release. */
export const findStuckOrders: Finder = (scope) =>
  sql`select o.draw_id, o.order_code as subject, jsonb_build_object(
      'status', o.status, 'amountCents', o.amount_cents, 'placedAt', o.placed_at) as detail
    from orders o
    where ${scope("o")} and o.status in ('paying', 'unknown') and not exists (
      select from payment_attempts a
      where a.draw_id = o.draw_id and a.order_id = o.order_id and a.state in ('sent', 'unknown')
        and ${scope("a")})`;

export const findPaymentsWithoutOrder: Finder = (scope) =>
  sql`select a.draw_id, a.gateway_order_number as subject, jsonb_build_object(
      'orderCode', o.order_code, 'status', o.status, 'amountCents', a.amount_cents) as detail
    from payment_attempts a
    left join orders o on o.draw_id = a.draw_id and o.order_id = a.order_id and ${scope("o")}
    where ${scope("a")} and a.kind = 'order' and a.state = 'approved'
      and (o.status is null or o.status not in ('finalized', 'refunded'))`;

export const findPaymentAmounts: Finder = (scope) =>
  sql`select a.draw_id, a.gateway_order_number as subject, jsonb_build_object(
      'orderCode', o.order_code, 'orderCents', o.amount_cents, 'amountCents', a.amount_cents) as detail
    from payment_attempts a
    join orders o on o.draw_id = a.draw_id and o.order_id = a.order_id and ${scope("o")}
    where ${scope("a")} and a.kind = 'order' and a.state = 'approved' and a.amount_cents <> o.amount_cents`;

export const findSeveralApproved: Finder = (scope) =>
  sql`select a.draw_id, coalesce(min(o.order_code), a.order_id) as subject, jsonb_build_object(
      'approved', count(*), 'amountCents', sum(a.amount_cents)) as detail
    from payment_attempts a
    left join orders o on o.draw_id = a.draw_id and o.order_id = a.order_id and ${scope("o")}
    where ${scope("a")} and a.state = 'approved' and a.order_id is not null
    group by a.draw_id, a.order_id having count(*) > 1`;

export const findMismatchedAttempts: Finder = (scope) =>
  sql`select a.draw_id, a.gateway_order_number as subject, jsonb_build_object(
      'state', a.state, 'orderCode', o.order_code, 'status', o.status, 'amountCents', a.amount_cents) as detail
    from payment_attempts a
    left join orders o on o.draw_id = a.draw_id and o.order_id = a.order_id and ${scope("o")}
    where ${scope("a")} and a.kind = 'order' and a.state in ('sent', 'unknown')
      and (o.status is null or o.status not in ('paying', 'unknown'))`;

/** Finds attempts that have no scheduled lookup, or whose outcome has been unknown for a day. */
export const findOverdueAttempts: Finder = (scope, at) => {
  const before = (ms: number) => sql`${new Date(at.getTime() - ms).toISOString()}::timestamptz`;
  return sql`select a.draw_id, a.gateway_order_number as subject, jsonb_build_object(
      'state', a.state, 'amountCents', a.amount_cents, 'sentAt', a.sent_at, 'askAt', a.ask_at, 'asks', a.asks) as detail
    from payment_attempts a
    where ${scope("a")} and a.state in ('sent', 'unknown') and (a.ask_at is null
      or a.ask_at <= ${before(overdueLimits.lookupMs)} or a.sent_at <= ${before(overdueLimits.openMs)})`;
};

/** Leaves out cash sales, whose buyers may have given no address. */
export const findMissingReceipts: Finder = (scope) =>
  sql`select o.draw_id, o.order_code as subject, jsonb_build_object('finalizedAt', o.finalized_at) as detail
    from orders o
    where ${scope("o")} and o.status = 'finalized' and o.buyer is not null and not exists (
      select from outbox m
      where m.draw_id = o.draw_id and m.order_id = o.order_id and m.kind = 'receipt' and ${scope("m")})`;
