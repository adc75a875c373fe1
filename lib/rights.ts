/**
 * What an admin may be allowed to do (decision 069). The words are published, in the answers of the API and in stored
 * keys, so they stay. Each holds within the scope of its grant.
 */
export const allRights = [
  /** See draws: their settings, state and sales figures. */
  "view",
  /** Find an order by its email address or code, and see it. */
  "find",
  /** List, search and export orders. */
  "browse",
  /** Write notes on orders, cancel them before they are paid, and take a name off a draw's page. */
  "orders",
  /** Correct a buyer's details. */
  "correct",
  /** Send a receipt again. */
  "resend",
  /** See a buyer's email address and phone number. */
  "contacts",
  /** Refund orders. */
  "refunds",
  /** Settle open payments by the gateway's records, and refund payments that have no order. */
  "settle",
  /** Register, change and revoke tablets. */
  "devices",
  /** Export and erase a buyer's personal data. */
  "people",
  /** Change the teams of a draw. */
  "teams",
  /** Import, close and reopen draws, and repair them. */
  "draws",
  /** Close a day, report on a draw, and check the database. */
  "reports",
  /** Read the audit log. */
  "history",
  /** Set up merchant accounts and test Apple Pay. */
  "payments",
  /** Invite people to the console and change their roles. */
  "access",
  /** Make and revoke named keys. Only `ADMIN_KEY` may. */
  "keys",
] as const;

export type Right = (typeof allRights)[number];

/** With several rights, any one of them is enough. */
export type NeededRight = Right | readonly Right[];

/** Named keys are stored with these words (decision 058). `getKeyGrants` expands each. */
export const keyRights = ["draws", "orders", "refunds", "devices", "people", "reports", "payments"] as const;

export type KeyRight = (typeof keyRights)[number];

const rightsByKeyRight: Readonly<Record<KeyRight, readonly Right[]>> = {
  draws: ["draws", "teams", "view"],
  orders: ["orders", "find", "browse", "resend"],
  refunds: ["refunds", "settle"],
  devices: ["devices"],
  people: ["people", "correct"],
  reports: ["reports"],
  payments: ["payments"],
};

type Scope = { kind: "everything" } | { kind: "parent"; parentId: string } | { kind: "draw"; drawId: string };

export type Grant = { rights: readonly Right[]; scope: Scope };

/** The rights of a named key hold everywhere. */
export function getKeyGrants(rightsOfKey: readonly KeyRight[]): Grant[] {
  const rights = new Set(rightsOfKey.flatMap((right) => rightsByKeyRight[right]));
  return [{ rights: [...rights], scope: { kind: "everything" } }];
}

/** All scopes together in which an admin has a right. */
export type AccessScope = "everything" | { parentIds: readonly string[]; drawIds: readonly string[] };

/** Returns the scopes in which the grants include the right, or null if there are none. */
export function computeAccessScope(grants: "all" | readonly Grant[], needed: NeededRight): AccessScope | null {
  if (grants === "all") return "everything";
  const gives = ({ rights }: Grant) => [needed].flat().some((right) => rights.includes(right));
  const scopes = grants.filter(gives).map(({ scope }) => scope);
  if (scopes.length === 0) return null;
  if (scopes.some(({ kind }) => kind === "everything")) return "everything";
  return {
    parentIds: scopes.flatMap((scope) => (scope.kind === "parent" ? [scope.parentId] : [])),
    drawIds: scopes.flatMap((scope) => (scope.kind === "draw" ? [scope.drawId] : [])),
  };
}

export function includesParent(accessScope: AccessScope, parentId: string): boolean {
  return accessScope === "everything" || accessScope.parentIds.includes(parentId);
}

export function includesDraw(
  accessScope: AccessScope,
  { drawId, parentId }: { drawId: string; parentId: string },
): boolean {
  return (
    includesParent(accessScope, parentId) || (accessScope !== "everything" && accessScope.drawIds.includes(drawId))
  );
}
