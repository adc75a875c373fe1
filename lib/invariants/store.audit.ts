import "server-only";
import { sql } from "drizzle-orm";

import { unsealedMs } from "@/lib/audit/rules.chain";
import type { Finder } from "./store.scope";

/** Orders without lines were shrunk. One entry of the draw records many of them. */
export const findMissingEntries: Finder = (scope) =>
  sql`with noted as (
      select e.draw_id, e.order_id, e.action, case
        when e.action like 'payment-%' then e.detail->>'attempt'
        when e.action like 'refund-%' then e.detail->>'refundNumber' end as part
      from audit_entries e where ${scope("e")}
    ), due as (
      select o.draw_id, o.order_id, 'placed' as action, null as part from orders o where ${scope("o")}
      union all
      select o.draw_id, o.order_id, 'details-erased', null from orders o
      where ${scope("o")} and o.erased_at is not null and exists (
        select from order_lines l where l.draw_id = o.draw_id and l.order_id = o.order_id and ${scope("l")})
      union all
      select o.draw_id, o.order_id, 'details-corrected', null from orders o
      where ${scope("o")} and o.address_secret is not null
      union all
      select a.draw_id, a.order_id, 'payment-sent', a.attempt_number::text from payment_attempts a
      where ${scope("a")} and a.order_id is not null and a.method <> 'cash'
      union all
      select a.draw_id, a.order_id, 'cash-taken', null from payment_attempts a
      where ${scope("a")} and a.order_id is not null and a.method = 'cash'
      union all
      select r.draw_id, r.order_id, 'refund-requested', r.refund_number from refunds r
      where ${scope("r")} and r.order_id is not null
      union all
      select r.draw_id, r.order_id, 'refund-done', r.refund_number from refunds r
      where ${scope("r")} and r.order_id is not null and r.state = 'done'
    ), lacking as (
      select due.draw_id, due.order_id, due.action from due
      where not exists (
        select from noted n
        where n.draw_id = due.draw_id and n.order_id = due.order_id and n.action = due.action
          and coalesce(n.part, '') = coalesce(due.part, ''))
      union all
      select o.draw_id, o.order_id, 'payment-approved' from orders o
      where ${scope("o")} and o.finalized_at is not null and not exists (
        select from noted n
        where n.draw_id = o.draw_id and n.order_id = o.order_id and n.action in ('payment-approved', 'cash-taken'))
    )
    select l.draw_id, coalesce(min(o.order_code), l.order_id) as subject, jsonb_build_object('of', 'order',
      'actions', string_agg(distinct l.action, ', ' order by l.action)) as detail
    from lacking l left join orders o on o.draw_id = l.draw_id and o.order_id = l.order_id and ${scope("o")}
    group by l.draw_id, l.order_id`;

/** An entry of an earlier state is no violation, since late money can sell an order that had ended. */
export const findUnfoundedEntries: Finder = (scope) =>
  sql`with told as (
      select e.draw_id, e.order_id, e.action, e.detail->>'attempt' as attempt, e.detail->>'refundNumber' as refund,
        e.detail->>'fields' as fields
      from audit_entries e where ${scope("e")} and e.order_id is not null
    ), found as (
      select t.draw_id, t.order_id, t.action, o.order_code, o.order_id is not null and case
        when t.action in ('cancelled', 'expired') then o.status not in ('reserved', 'paying', 'unknown')
        when t.action = 'extended' then o.extensions > 0
        when t.action = 'payment-sent' then a.method <> 'cash'
        when t.action = 'payment-approved' then a.state = 'approved' and o.finalized_at is not null
        when t.action in ('payment-declined', 'payment-missing') then a.state not in ('sent', 'unknown')
        when t.action = 'payment-surplus' then a.state = 'surplus'
        when t.action = 'cash-taken' then a.state = 'approved' and o.finalized_at is not null
        when t.action = 'refund-requested' then r.refund_number is not null
        when t.action = 'refund-done' then r.state = 'done'
        when t.action = 'refund-refused' then r.state = 'refused'
        when t.action = 'details-corrected' then t.fields not like '%email%' or o.address_secret is not null
        when t.action = 'details-erased' then o.erased_at is not null
        when t.action like 'receipt-%' then o.finalized_at is not null
        else true end as is_so
      from told t
      left join orders o on o.draw_id = t.draw_id and o.order_id = t.order_id and ${scope("o")}
      left join payment_attempts a on a.draw_id = t.draw_id and a.order_id = t.order_id and ${scope("a")}
        and case when t.action = 'cash-taken' then a.method = 'cash' else a.attempt_number::text = t.attempt end
      left join refunds r on r.draw_id = t.draw_id and r.order_id = t.order_id and r.refund_number = t.refund
        and ${scope("r")}
    )
    select f.draw_id, coalesce(min(f.order_code), f.order_id) as subject, jsonb_build_object('of', 'order',
      'actions', string_agg(distinct f.action, ', ' order by f.action)) as detail
    from found f where f.is_so is not true group by f.draw_id, f.order_id`;

/** Finds entries that the job should have sealed long ago, or that are dated in the future. */
export const findUnsealedEntries: Finder = (scope, at) =>
  sql`select e.draw_id, e.draw_id as subject, jsonb_build_object(
      'entries', count(*), 'oldestAt', min(e.at)) as detail
    from audit_entries e
    where ${scope("e")} and e.sequence is null
      and (e.at <= ${new Date(at.getTime() - unsealedMs).toISOString()}::timestamptz
        or e.at > ${new Date(at.getTime() + unsealedMs).toISOString()}::timestamptz)
    group by e.draw_id`;
