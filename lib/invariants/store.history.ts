import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { withChains } from "@/lib/audit/store.chain";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { Finder, Scope } from "./store.scope";

const ofDraws = sql`e.order_id is null and e.draw_id not like '%:%'`;

/** Finds draws whose newest definition, closing, archiving, cancellation, credentials or lost numbers have no entry. */
export const findMissingDrawEntries: Finder = (scope) =>
  describeActions(
    "draw",
    sql`select d.draw_id, d.draw_id as subject, case d.revision when 1 then 'draw-imported' else 'draw-redefined' end as action
      from draws d where ${scope("d")} and not exists (
        select from audit_entries e where e.draw_id = d.draw_id and e.order_id is null
          and e.action in ('draw-imported', 'draw-redefined') and (e.detail->>'revision')::int = d.revision)
      union all
      select d.draw_id, d.draw_id, 'draw-closed' from draws d
      where ${scope("d")} and d.closed_at is not null and not exists (
        select from audit_entries e
        where e.draw_id = d.draw_id and e.order_id is null and e.action = 'draw-closed' and e.at = d.closed_at)
      union all
      select d.draw_id, d.draw_id, 'draw-archived' from draws d
      where ${scope("d")} and d.archived_at is not null and not exists (
        select from audit_entries e
        where e.draw_id = d.draw_id and e.order_id is null and e.action = 'draw-archived' and e.at = d.archived_at)
      union all
      select d.draw_id, d.draw_id, 'draw-cancelled' from draws d
      where ${scope("d")} and d.cancelled_at is not null and not exists (
        select from audit_entries e
        where e.draw_id = d.draw_id and e.order_id is null and e.action = 'draw-cancelled' and e.at = d.cancelled_at)
      union all
      select s.draw_id, s.draw_id, 'credentials-changed' from draw_secrets s
      where ${scope("s")} and not exists (
        select from audit_entries e
        where e.draw_id = s.draw_id and e.order_id is null and e.action = 'credentials-changed' and e.at = s.updated_at)
      union all
      select n.draw_id, n.draw_id, 'numbers-lost' from lost_numbers n
      where ${scope("n")} and not exists (
        select from audit_entries e where e.draw_id = n.draw_id and e.order_id is null and e.action = 'numbers-lost'
          and e.detail->>'pool' = n.pool_id and (e.detail->>'last')::int = n.last_number)
      union all
      select a.draw_id, a.draw_id, 'payment-lost' from payment_attempts a
      where ${scope("a")} and a.order_id is null and a.kind = 'lost' and not exists (
        select from audit_entries e where e.draw_id = a.draw_id and e.order_id is null and e.action = 'payment-lost'
          and e.detail->>'number' = a.gateway_order_number)`,
  );

/** Finds entries of draws that nothing in the tables confirms. */
export const findUnfoundedDrawEntries: Finder = (scope) =>
  describeActions(
    "draw",
    sql`with switched as (
        select distinct on (e.draw_id) e.draw_id, e.action from audit_entries e
        where ${scope("e")} and ${ofDraws} and e.action in ('draw-closed', 'draw-opened')
        order by e.draw_id, e.at desc
      ), moved as (
        select distinct on (e.draw_id) e.draw_id, e.action from audit_entries e
        where ${scope("e")} and ${ofDraws} and e.action in ('draw-archived', 'draw-unarchived')
        order by e.draw_id, e.at desc
      )
      select e.draw_id, e.draw_id as subject, e.action from audit_entries e
      join draws d on d.draw_id = e.draw_id
      where ${scope("e")} and ${ofDraws} and (e.detail->>'revision')::int > d.revision
      union all
      select w.draw_id, w.draw_id, w.action from switched w join draws d on d.draw_id = w.draw_id
      where (w.action = 'draw-closed') <> (d.closed_at is not null)
      union all
      select m.draw_id, m.draw_id, m.action from moved m join draws d on d.draw_id = m.draw_id
      where (m.action = 'draw-archived') <> (d.archived_at is not null)
      union all
      select e.draw_id, e.draw_id, e.action from audit_entries e
      join draws d on d.draw_id = e.draw_id
      where ${scope("e")} and ${ofDraws} and e.action = 'draw-cancelled' and d.cancelled_at is null
      union all
      select e.draw_id, e.draw_id, e.action from audit_entries e
      where ${scope("e")} and ${ofDraws} and e.action = 'credentials-changed'
        and not exists (select from draw_secrets s where s.draw_id = e.draw_id)
      union all
      select e.draw_id, e.draw_id, e.action from audit_entries e
      where ${scope("e")} and ${ofDraws} and e.action = 'numbers-lost' and not exists (
        select from lost_numbers n where n.draw_id = e.draw_id and n.pool_id = e.detail->>'pool'
          and n.first_number <= (e.detail->>'first')::int and n.last_number >= (e.detail->>'last')::int)
      union all
      select e.draw_id, e.draw_id, e.action from audit_entries e
      where ${scope("e")} and ${ofDraws} and e.action = 'payment-lost' and not exists (
        select from payment_attempts a
        where a.draw_id = e.draw_id and a.gateway_order_number = e.detail->>'number' and a.kind = 'lost')`,
  );

/** Lists the existing chains that belong to no draw, and those that devices must have. */
export async function listChainsOfNoDraw(db: Database): Promise<string[]> {
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`${withChains} select draw_id from chain where draw_id like '%:%'
      union select 'parent:' || parent_id from devices order by draw_id`,
  );
  return rows.map(({ draw_id: drawId }) => drawId);
}

function selectDeviceEntries(scope: Scope): SQL {
  return sql`noted as materialized (
    select e.draw_id, e.detail->>'device' as device_id, e.action, e.at, e.detail from audit_entries e
    where ${scope("e")} and e.draw_id like 'parent:%')`;
}

const devicesWithChain = sql`device as (
    select 'parent:' || parent_id as draw_id, device_id, operator, lists_others, registered_at, revoked_at
    from devices)`;

/** Finds devices whose creation, registration, revocation, operator or list setting has no entry. */
export const findMissingDeviceEntries: Finder = (scope) =>
  describeActions(
    "device",
    sql`with ${selectDeviceEntries(scope)}, ${devicesWithChain}, due as (
        select device_id, draw_id, 'device-created' as action, null::timestamptz as at from device
        union all
        select device_id, draw_id, 'device-registered', registered_at from device where registered_at is not null
        union all
        select device_id, draw_id, 'device-revoked', revoked_at from device where revoked_at is not null
      ), works as (
        select distinct on (n.device_id) n.device_id, n.detail->>'operator' as operator from noted n
        where n.action in ('device-registered', 'device-completed') and n.detail ? 'operator'
        order by n.device_id, n.at desc
      ), lists as (
        select distinct on (n.device_id) n.device_id, n.detail->>'listsOthers' as lists_others from noted n
        where n.action = 'device-changed' order by n.device_id, n.at desc
      )
      select due.draw_id, due.device_id as subject, due.action from due
      where ${scope("due")} and not exists (
        select from noted n where n.draw_id = due.draw_id and n.device_id = due.device_id
          and n.action = due.action and n.at = coalesce(due.at, n.at))
      union all
      select d.draw_id, d.device_id, 'device-completed' from device d
      left join works w on w.device_id = d.device_id
      where ${scope("d")} and d.registered_at is not null and w.operator is distinct from d.operator
      union all
      select d.draw_id, d.device_id, 'device-changed' from device d
      left join lists l on l.device_id = d.device_id
      where ${scope("d")} and coalesce(l.lists_others, 'false') <> d.lists_others::text`,
  );

/** Finds entries of devices that nothing in the table confirms. */
export const findUnfoundedDeviceEntries: Finder = (scope) =>
  describeActions(
    "device",
    sql`with ${selectDeviceEntries(scope)}, ${devicesWithChain}
      select n.draw_id, coalesce(n.device_id, n.draw_id) as subject, n.action from noted n
      left join device d on d.device_id = n.device_id and d.draw_id = n.draw_id
      where d.device_id is null
        or (n.action = 'device-registered' and d.registered_at is null)
        or (n.action = 'device-revoked' and d.revoked_at is null)`,
  );

export const findChainsOfDeletedDraws: Finder = () =>
  sql`${withChains}
    select c.draw_id, c.draw_id as subject, jsonb_build_object('of', 'draw', 'actions', 'draw-imported') as detail
    from chain c where c.draw_id not like '%:%' and not exists (select from draws d where d.draw_id = c.draw_id)`;

function describeActions(of: "draw" | "device", found: SQL): SQL {
  return sql`select f.draw_id, f.subject, jsonb_build_object('of', ${of}::text,
      'actions', string_agg(distinct f.action, ', ' order by f.action)) as detail
    from (${found}) f group by f.draw_id, f.subject`;
}
