/** The rights that use cases for admins require (decision 069). Only `ADMIN_KEY` has `keys`. */
export const allRights = [
  "view",
  "find",
  "browse",
  "orders",
  "correct",
  "resend",
  "contacts",
  "refunds",
  "settle",
  "devices",
  "people",
  "teams",
  "draws",
  "reports",
  "history",
  "payments",
  "access",
  "keys",
] as const;

export type Right = (typeof allRights)[number];

/** With several rights, any one of them is enough. */
export type NeededRight = Right | readonly Right[];

/** Named keys are stored with these words (decision 058). */
export const keyRights = ["draws", "orders", "refunds", "devices", "people", "reports", "payments"] as const;

export type KeyRight = (typeof keyRights)[number];

const rightsOfKeys: Readonly<Record<KeyRight, readonly Right[]>> = {
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
export function grantsOfKey(words: readonly KeyRight[]): Grant[] {
  return [{ rights: [...new Set(words.flatMap((word) => rightsOfKeys[word]))], scope: { kind: "everything" } }];
}

/** All scopes together in which an admin has a right. */
export type Reach = "everything" | { parentIds: readonly string[]; drawIds: readonly string[] };

/** Returns the scopes in which the grants include the right, or null if there are none. */
export function computeReach(grants: "all" | readonly Grant[], needed: NeededRight): Reach | null {
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

export function reachesParent(reach: Reach, parentId: string): boolean {
  return reach === "everything" || reach.parentIds.includes(parentId);
}

export function reachesDraw(reach: Reach, { drawId, parentId }: { drawId: string; parentId: string }): boolean {
  return reachesParent(reach, parentId) || (reach !== "everything" && reach.drawIds.includes(drawId));
}
