import type { AccessScope, Grant, Right } from "@/lib/rights";
import { allRights, includesDraw, includesParent } from "@/lib/rights";

/** The specification's names of roles (docs/design.md, Admin roles), and `auditor`. */
export const roles = [
  "admin",
  "Order Manager",
  "Order Refunder",
  "Order Email Re-sender",
  "Teams Manager",
  "Winner Picker",
  "auditor",
] as const;

export type Role = (typeof roles)[number];

/** `order-manager` for `Order Manager`, as in commands and addresses. */
export function toRoleSlug(role: Role): string {
  return role.toLowerCase().replaceAll(" ", "-");
}

/** Only `ADMIN_KEY` may manage keys, so no role has that right. */
export type RoleRight = Exclude<Right, "keys">;

export const roleRights: Readonly<Record<Role, readonly RoleRight[]>> = {
  admin: allRights.filter((right) => right !== "keys"),
  "Order Manager": ["view", "find", "browse", "orders", "correct", "resend", "contacts"],
  "Order Refunder": ["view", "find", "browse", "orders", "correct", "resend", "contacts", "refunds"],
  "Order Email Re-sender": ["find", "resend"],
  "Teams Manager": ["view", "teams"],
  "Winner Picker": ["view"],
  auditor: ["view", "find", "browse", "reports", "history"],
};

/** The refunds of a person have a daily limit, unless one of their roles may also settle payments. */
export function hasRefundLimit(roleGrants: readonly Pick<RoleGrant, "role">[]): boolean {
  return roleGrants.some(({ role }) => {
    const rights = roleRights[role];
    return rights.includes("refunds") && !rights.includes("settle");
  });
}

const readOnlyRights: readonly RoleRight[] = ["view", "find", "browse", "contacts", "reports", "history"];

export function isReadOnlyRole(role: Role): boolean {
  return roleRights[role].every((right) => readOnlyRights.includes(right));
}

const roleMessageKeys = {
  admin: "admin",
  "Order Manager": "orderManager",
  "Order Refunder": "orderRefunder",
  "Order Email Re-sender": "orderResender",
  "Teams Manager": "teamsManager",
  "Winner Picker": "winnerPicker",
  auditor: "auditor",
} as const satisfies Record<Role, string>;

export function getRoleMessageKey(role: Role) {
  return roleMessageKeys[role];
}

export type Scope = Grant["scope"];

export type RoleGrant = { role: Role; scope: Scope };

export const maxRolesPerCall = 50;

export function toGrants(roleGrants: readonly RoleGrant[]): Grant[] {
  return roleGrants.map(({ role, scope }) => ({ rights: roleRights[role], scope }));
}

/** `parentId` is the parent of the draw if the scope is a draw. */
export function isWithin(scope: Scope, accessScope: AccessScope, parentId: string | null): boolean {
  if (accessScope === "everything") return true;
  if (scope.kind === "everything") return false;
  if (scope.kind === "parent") return includesParent(accessScope, scope.parentId);
  return parentId !== null && includesDraw(accessScope, { drawId: scope.drawId, parentId });
}

/** Returns the kinds of scopes in which an admin with this access scope can give roles. */
export function scopeKindsWithin(accessScope: AccessScope): Scope["kind"][] {
  if (accessScope === "everything") return ["everything", "parent", "draw"];
  return accessScope.parentIds.length > 0 ? ["parent", "draw"] : ["draw"];
}

/** Returns the id as stored. It is empty for everything, since no parent or draw has an empty id. */
export function getScopeId(scope: Scope): string {
  if (scope.kind === "everything") return "";
  return scope.kind === "parent" ? scope.parentId : scope.drawId;
}

export function toScope(kind: Scope["kind"], id: string): Scope {
  if (kind === "everything") return { kind };
  return kind === "parent" ? { kind, parentId: id } : { kind, drawId: id };
}
