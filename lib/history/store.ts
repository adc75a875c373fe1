import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AuditDetail } from "@/lib/audit/rules";
import { getParentChain, personOperatorPrefix, sealingChain } from "@/lib/audit/rules";
import { withChains } from "@/lib/audit/store.chain";
import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import { keysChain } from "@/lib/keys/rules";
import type { LocalText } from "@/lib/local-text";
import { getDaySpan } from "@/lib/local-time";
import { peopleChain, signInActions } from "@/lib/people/rules";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";

import type { HistorySubject } from "./rules";
import { historySubjects } from "./rules";
import type { HistoryFilter } from "./schema";

export type HistoryRow = {
  chain: string;
  entryId: string;
  /** In UTC to the microsecond. */
  at: string;
  action: string;
  actorKind: string;
  deviceId: string | null;
  operator: string | null;
  detail: AuditDetail;
  sequence: string | number | null;
  title: LocalText | null;
  deviceName: string | null;
  actorName: string | null;
  affectedPersonName: string | null;
  affectedDeviceName: string | null;
  hasRevision: boolean;
};

/**
 * Adds the CTE `scoped_chain`, the chains within an access scope. It always includes the chain of people;
 * `entryScopeCondition` then keeps only its entries about roles within the scope.
 */
function withChainsInScope(accessScope: AccessScope): SQL {
  if (accessScope === "everything") {
    return sql`${withChains}, scoped_chain as (
      select draw_id from chain where draw_id is not null and draw_id <> ${sealingChain})`;
  }
  return sql`with scoped_draw as materialized (
      select d.draw_id from draws d where ${accessScopeCondition(accessScope)}
    ), scoped_chain as (
      select draw_id from scoped_draw
      union all select unnest(${sql.param(accessScope.parentIds.map(getParentChain))}::text[])
      union all select ${peopleChain}::text
    )`;
}

function entryScopeCondition(accessScope: AccessScope): SQL {
  if (accessScope === "everything") return sql`true`;
  return sql`(e.draw_id <> ${peopleChain} or e.detail->>'parent' = any(${sql.param(accessScope.parentIds)}::text[])
    or e.detail->>'draw' in (select draw_id from scoped_draw))`;
}

const chainConditions: Record<HistorySubject, SQL> = {
  draws: sql`c.draw_id not like '%:%'`,
  tablets: sql`c.draw_id like 'parent:%'`,
  people: sql`c.draw_id = ${peopleChain}`,
  keys: sql`c.draw_id = ${keysChain}`,
};

function kindCondition(kind: NonNullable<HistoryFilter["kind"]>): SQL {
  const subject = historySubjects.find((name) => name === kind);
  return subject ? chainConditions[subject] : sql`e.action = ${kind}`;
}

function actorCondition(who: string): SQL {
  const [kind = "", id] = who.split(":");
  if (kind === "device") return sql`e.device_id = ${id}`;
  if (id !== undefined) return sql`e.actor_kind = 'admin' and e.operator = ${who}`;
  if (kind === "admin") return sql`e.actor_kind = 'admin' and coalesce(e.operator, '') !~ '^(key|person):'`;
  return sql`e.actor_kind = 'system' and e.operator is not distinct from ${kind === "system" ? null : kind}::text`;
}

/** Must be worded exactly as in the partial index `audit_entries_of_history`, or PostgreSQL doesn't use the index. */
const noSignInCondition = sql`e.action not in ('session-opened', 'session-confirmed', 'session-ended')`;

/** Sign-ins belong to no parent and no draw, so they are hidden from everyone with a limited access scope. */
function hidesSignIns({ kind, signIns }: HistoryFilter, accessScope: AccessScope): boolean {
  if (accessScope !== "everything" || signIns === "hidden") return true;
  const isSubject = historySubjects.some((subject) => subject === kind);
  return kind !== undefined && !isSubject && !signInActions.some((action) => action === kind);
}

function filterCondition({ kind, who, day, zone, before }: HistoryFilter): SQL {
  const conditions = [sql`true`];
  if (kind) conditions.push(kindCondition(kind));
  if (who) conditions.push(actorCondition(who));
  if (day) {
    const { from, to } = getDaySpan(day, zone);
    conditions.push(sql`e.at >= ${from.toISOString()}::timestamptz and e.at < ${to.toISOString()}::timestamptz`);
  }
  if (before) {
    const [at, entryId] = [before.slice(0, 26), before.slice(27)];
    conditions.push(
      sql`e.at <= ${`${at}Z`}::timestamptz and (e.at, e.entry_id) < (${`${at}Z`}::timestamptz, ${entryId})`,
    );
  }
  return sql.join(conditions, sql` and `);
}

type HistoryQuery = { accessScope: AccessScope; filter: HistoryFilter; limit: number };

export function listHistoryRows(db: Database, query: HistoryQuery): Promise<HistoryRow[]> {
  return queryRows<HistoryRow>(db, filteredEntries(query));
}

/** Newest first. Each chain is read through its index, because in the table entries of orders lie in between. */
export function filteredEntries({ accessScope, filter, limit }: HistoryQuery): SQL {
  const chainCondition = filter.chain ? sql`c.draw_id = ${filter.chain}` : sql`true`;
  const isHidden = hidesSignIns(filter, accessScope);
  // Each branch sorts as its index does.
  const [shownCondition, newestFirst] = isHidden
    ? [noSignInCondition, sql`e.at desc, e.entry_id desc`]
    : [sql`true`, sql`e.order_id desc, e.at desc, e.entry_id desc`];
  return sql`${withChainsInScope(accessScope)}
      select f.draw_id as chain, f.entry_id as "entryId",
        to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at, f.action, f.actor_kind as "actorKind",
        f.device_id as "deviceId", f.operator, f.detail, f.sequence, d.definition->'title' as title,
        coalesce(v.name, v.label) as "deviceName", p.name as "actorName", q.name as "affectedPersonName",
        coalesce(w.name, w.label) as "affectedDeviceName", exists (
          select from draw_revisions r where r.draw_id = f.draw_id and r.revision = (f.detail->>'revision')::int
        ) as "hasRevision"
      from (
        select e.* from scoped_chain c cross join lateral (
          select e.* from audit_entries e
          where e.draw_id = c.draw_id and e.order_id is null and ${shownCondition}
            and ${entryScopeCondition(accessScope)}
            and ${filterCondition(filter)}
          order by ${newestFirst} ${limitClause(limit)}
        ) e
        where ${chainCondition} order by e.at desc, e.entry_id desc ${limitClause(limit)}
      ) f
      left join draws d on d.draw_id = f.draw_id
      left join devices v on v.device_id = f.device_id
      left join persons p on f.operator = ${personOperatorPrefix}::text || p.person_id
      left join persons q on q.person_id = f.detail->>'person'
      left join devices w on w.device_id = f.detail->>'device'
      order by f.at desc, f.entry_id desc`;
}

/** The chain of people is only within the access scope of everything. */
export async function isChainInScope(db: Database, accessScope: AccessScope, chain: string): Promise<boolean> {
  if (accessScope !== "everything" && chain === peopleChain) return false;
  const rows = await queryRows(
    db,
    sql`${withChainsInScope(accessScope)} select from scoped_chain where draw_id = ${chain}`,
  );
  return rows.length > 0;
}

export async function readRevision(
  db: Database,
  drawId: string,
  revision: number,
): Promise<{ before: unknown; after: unknown } | null> {
  const rows = await queryRows<{ before: unknown; after: unknown }>(
    db,
    sql`select before, after from draw_revisions where draw_id = ${drawId} and revision = ${revision}`,
  );
  return rows[0] ?? null;
}
