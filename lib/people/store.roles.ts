import "server-only";

import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { RoleGrant } from "./rules.roles";
import { getScopeId, toScope } from "./rules.roles";
import { personRoles } from "./tables";

export async function listRoles(db: Database, personIds: readonly string[]): Promise<Map<string, RoleGrant[]>> {
  const rows = await db
    .select()
    .from(personRoles)
    .where(sql`${personRoles.personId} = any(${sql.param(personIds)}::text[])`)
    .orderBy(asc(personRoles.givenAt), asc(personRoles.role), asc(personRoles.scopeId));
  const rolesByPerson = new Map<string, RoleGrant[]>(personIds.map((personId) => [personId, []]));
  for (const { personId, role, scopeKind, scopeId } of rows) {
    rolesByPerson.get(personId)?.push({ role, scope: toScope(scopeKind, scopeId) });
  }
  return rolesByPerson;
}

export async function listPersonRoles(db: Database, personId: string): Promise<RoleGrant[]> {
  return (await listRoles(db, [personId])).get(personId) ?? [];
}

/** Returns false if the person already has the role in this scope. */
export async function insertRole(
  tx: Database,
  personId: string,
  { role, scope }: RoleGrant,
  givenAt: Date,
): Promise<boolean> {
  const row = { personId, role, scopeKind: scope.kind, scopeId: getScopeId(scope), givenAt };
  const rows = await tx.insert(personRoles).values(row).onConflictDoNothing().returning({ role: personRoles.role });
  return rows.length > 0;
}

/** Returns false if the person doesn't have the role in this scope. */
export async function deleteRole(tx: Database, personId: string, { role, scope }: RoleGrant): Promise<boolean> {
  const condition = and(
    eq(personRoles.personId, personId),
    eq(personRoles.role, role),
    eq(personRoles.scopeKind, scope.kind),
    eq(personRoles.scopeId, getScopeId(scope)),
  );
  const rows = await tx.delete(personRoles).where(condition).returning({ role: personRoles.role });
  return rows.length > 0;
}

/**
 * Returns true if the person is the only one who can sign in and is an admin everywhere without an end. Locks all such
 * people first, so that two admins can't withdraw each other's role at once.
 */
export async function isLastAdmin(tx: Database, personId: string): Promise<boolean> {
  const adminCondition = sql`exists (select from person_roles r where r.person_id = p.person_id and r.role = 'admin'
      and r.scope_kind = 'everything')`;
  await queryRows(tx, sql`select p.person_id from persons p where ${adminCondition} order by p.person_id for update`);
  const permanentAdmins = await queryRows<{ person_id: string }>(
    tx,
    sql`select p.person_id from persons p
      where ${adminCondition} and p.revoked_at is null and p.ends_at is null and not p.is_demo
        and exists (select from passkeys k where k.person_id = p.person_id)`,
  );
  return permanentAdmins.length === 1 && permanentAdmins[0]?.person_id === personId;
}
