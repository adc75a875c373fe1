import "server-only";

import type { AuditDetail } from "@/lib/audit/rules";
import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { readParentId } from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AccessScope } from "@/lib/rights";
import { queueLetter } from "./letters/store";
import type { RoleGrant } from "./rules.roles";
import { getScopeId, isWithin } from "./rules.roles";
import type { PersonRow } from "./store";
import { writePeopleEntry } from "./store";
import { replaceInvitation } from "./store.invitations";
import { listPasskeys } from "./store.passkeys";
import { insertRole, listPersonRoles } from "./store.roles";

/**
 * Adds the roles that the person lacks and, if they are registered, tells them by email. Returns `isRegistered`. An
 * open invitation is deleted if the caller's access scope includes all of the person's roles: its creator's may not
 * include the roles added since.
 */
export async function giveRoles(
  ctx: Context,
  tx: Database,
  { personId, isDemo }: PersonRow,
  { roles, accessScope }: { roles: readonly RoleGrant[]; accessScope: AccessScope },
): Promise<boolean> {
  const now = ctx.now();
  const isRegistered = isDemo || (await listPasskeys(tx, personId)).length > 0;
  for (const grant of roles) {
    if (!(await insertRole(tx, personId, grant, now))) continue;
    if (await includesAllRoles(tx, personId, accessScope)) await replaceInvitation(tx, personId, null);
    await writePeopleEntry(tx, {
      action: "role-given",
      at: now,
      actor: toAuditActor(ctx.actor),
      detail: toRoleDetail(personId, grant),
    });
    if (isRegistered && !isDemo) await queueLetter(ctx, tx, { personId, kind: "role-given", detail: grant.role });
  }
  return isRegistered;
}

/** Admins may give roles only within their own access scope. */
export async function checkRolesInScope(
  db: Database,
  roles: readonly RoleGrant[],
  accessScope: AccessScope,
): Promise<Refusal<"admin-right-missing" | "draw-not-found"> | null> {
  for (const { scope } of roles) {
    const parentId = scope.kind === "draw" ? await readParentId(db, scope.drawId) : null;
    const isThere = scope.kind !== "draw" || parentId !== null;
    if (isThere && isWithin(scope, accessScope, parentId)) continue;
    if (scope.kind === "draw") return refuse("draw-not-found");
    return refuse("admin-right-missing", [{ field: "access", problem: "required" }]);
  }
  return null;
}

/** A person without roles is only within the access scope of everything. */
export async function includesAllRoles(tx: Database, personId: string, accessScope: AccessScope): Promise<boolean> {
  if (accessScope === "everything") return true;
  const roles = await listPersonRoles(tx, personId);
  return roles.length > 0 && !(await checkRolesInScope(tx, roles, accessScope));
}

export function toRoleDetail(personId: string, { role, scope }: RoleGrant): AuditDetail {
  const detail = { person: personId, role, scope: scope.kind };
  return scope.kind === "everything" ? detail : { ...detail, [scope.kind]: getScopeId(scope) };
}
