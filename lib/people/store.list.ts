import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

import { toDollars } from "@/lib/money";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";

import type { PersonView } from "./rules";
import type { RoleGrant, Scope } from "./rules.roles";
import { toScope } from "./rules.roles";

type PersonListRow = {
  person_id: string;
  name: string;
  email: string;
  state: PersonView["state"];
  roles: { role: RoleGrant["role"]; kind: Scope["kind"]; id: string }[];
  ends_at: string | Date | null;
  passkeys: number;
  last_seen_at: string | Date | null;
  refund_limit_cents: number;
  is_whole: boolean;
};

/**
 * Lists people who have a role within an access scope, with only those roles. An access scope of everything also lists
 * people without roles. `personId` limits the list to one person.
 */
export async function listPersonsInScope(
  db: Database,
  accessScope: AccessScope,
  now: Date,
  personId: string | null = null,
): Promise<PersonView[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const roles = sql`(select jsonb_agg(jsonb_build_object('role', r.role, 'kind', r.scope_kind, 'id', r.scope_id)
      order by r.given_at, r.role, r.scope_id)
    from person_roles r where r.person_id = p.person_id and ${roleScopeCondition(accessScope)})`;
  const personCondition = accessScope === "everything" ? sql`true` : sql`roles.list is not null`;
  const rows = await queryRows<PersonListRow>(
    db,
    sql`select p.person_id, p.name, p.email, p.ends_at, p.refund_limit_cents,
        coalesce(roles.list, '[]'::jsonb) as roles,
        (select count(*)::int from passkeys k where k.person_id = p.person_id) as passkeys,
        (select max(s.seen_at) from person_sessions s where s.person_id = p.person_id) as last_seen_at,
        not exists (
          select from person_roles r where r.person_id = p.person_id and not (${roleScopeCondition(accessScope)})
        ) as is_whole,
        case
          when p.revoked_at is not null then 'revoked'
          when p.ends_at <= ${at} then 'ended'
          when p.is_demo or exists (select from passkeys k where k.person_id = p.person_id) then 'active'
          when exists (select from invitations i
            where i.person_id = p.person_id and i.used_at is null and i.expires_at > ${at}) then 'invited'
          else 'uninvited' end as state
      from persons p cross join lateral (select ${roles} as list) roles
      where ${personCondition} and (${personId}::text is null or p.person_id = ${personId}::text)
      order by lower(p.name), p.person_id limit 500`,
  );
  return rows.map(toView);
}

/**
 * Must be asked before the person's row is locked, so that somebody out of scope is answered like nobody: by the same
 * statement, and without waiting for whoever changes them.
 */
export async function isPersonInScope(
  db: Database,
  accessScope: AccessScope,
  now: Date,
  personId: string,
): Promise<boolean> {
  return (await listPersonsInScope(db, accessScope, now, personId)).length > 0;
}

/** SQL condition that role `r` is within an access scope. */
function roleScopeCondition(accessScope: AccessScope): SQL {
  if (accessScope === "everything") return sql`true`;
  const parents = sql`${sql.param(accessScope.parentIds)}::text[]`;
  const drawCondition = sql`r.scope_id = any(${sql.param(accessScope.drawIds)}::text[])
    or exists (select from draws d where d.draw_id = r.scope_id and d.parent_id = any(${parents}))`;
  return sql`((r.scope_kind = 'parent' and r.scope_id = any(${parents})) or (r.scope_kind = 'draw' and (${drawCondition})))`;
}

/** A reader whose access scope includes only some of the person's roles sees nothing about the rest of their access. */
function toView(row: PersonListRow): PersonView {
  const { person_id: personId, name, email, state, is_whole: isWhole } = row;
  const toInstant = (at: string | Date | null) => (at === null || !isWhole ? null : new Date(at).toISOString());
  return {
    ...{ personId, name, email, state, isWhole },
    roles: row.roles.map(({ role, kind, id }) => ({ role, scope: toScope(kind, id) })),
    endsAt: toInstant(row.ends_at),
    passkeys: isWhole ? row.passkeys : null,
    lastSeenAt: toInstant(row.last_seen_at),
    refundLimit: isWhole ? toDollars(row.refund_limit_cents) : null,
  };
}
