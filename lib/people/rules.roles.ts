import type { Grant, Reach, Right } from "@/lib/rights";
import { allRights, reachesDraw, reachesParent } from "@/lib/rights";

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

/** The form of a role in commands and addresses, such as `order-manager` for `Order Manager`. */
export function toRoleSlug(role: Role): string {
  return role.toLowerCase().replaceAll(" ", "-");
}

/** Only `ADMIN_KEY` may make keys, so no role has that right. */
export type RoleRight = Exclude<Right, "keys">;

/** What each role allows where it holds. */
export const roleRights: Readonly<Record<Role, readonly RoleRight[]>> = {
  admin: allRights.filter((right) => right !== "keys"),
  "Order Manager": ["view", "find", "browse", "orders", "correct", "resend", "contacts"],
  "Order Refunder": ["view", "find", "browse", "orders", "correct", "resend", "contacts", "refunds"],
  "Order Email Re-sender": ["find", "resend"],
  "Teams Manager": ["view", "teams"],
  "Winner Picker": ["view"],
  auditor: ["view", "find", "browse", "reports", "history"],
};

/** What a person refunds in a day has a limit, except where they may also settle payments. */
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

/** Keys of the roles' names in the messages. */
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

/** Where a role holds: everywhere, in all draws of a parent, or in one draw. */
export type Scope = Grant["scope"];

/** A role of a person, and where it holds. */
export type RoleGrant = { role: Role; scope: Scope };

/** How many roles one call may give. */
export const maxRolesPerCall = 50;

export function toGrants(roleGrants: readonly RoleGrant[]): Grant[] {
  return roleGrants.map(({ role, scope }) => ({ rights: roleRights[role], scope }));
}

/** Whether a scope lies within a reach. If the scope is a draw, `parentId` is the draw's parent. */
export function isWithin(scope: Scope, reach: Reach, parentId: string | null): boolean {
  if (reach === "everything") return true;
  if (scope.kind === "everything") return false;
  if (scope.kind === "parent") return reachesParent(reach, scope.parentId);
  return parentId !== null && reachesDraw(reach, { drawId: scope.drawId, parentId });
}

/** The kinds of scopes that somebody with this reach can give roles in. */
export function scopeKindsWithin(reach: Reach): Scope["kind"][] {
  if (reach === "everything") return ["everything", "parent", "draw"];
  return reach.parentIds.length > 0 ? ["parent", "draw"] : ["draw"];
}

/** The id of a scope as it is stored. It is empty for everything, because no draw can have an empty id. */
export function getScopeId(scope: Scope): string {
  if (scope.kind === "everything") return "";
  return scope.kind === "parent" ? scope.parentId : scope.drawId;
}

export function toScope(kind: Scope["kind"], id: string): Scope {
  if (kind === "everything") return { kind };
  return kind === "parent" ? { kind, parentId: id } : { kind, drawId: id };
}
