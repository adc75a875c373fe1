/** What a use case for admins may ask for (decision 069). `keys` is for `ADMIN_KEY` alone. */
export type Right =
  | "view"
  | "find"
  | "orders"
  | "correct"
  | "resend"
  | "contacts"
  | "refunds"
  | "settle"
  | "devices"
  | "people"
  | "teams"
  | "draws"
  | "reports"
  | "history"
  | "payments"
  | "access"
  | "keys";

/** What a named key is given and stores (decision 058). */
export const keyRights = ["draws", "orders", "refunds", "devices", "people", "reports", "payments"] as const;

export type KeyRight = (typeof keyRights)[number];

/** What each right of a named key allows. */
const rightsOfKeys: Readonly<Record<KeyRight, readonly Right[]>> = {
  draws: ["draws", "view"],
  orders: ["orders", "find", "resend"],
  refunds: ["refunds", "settle"],
  devices: ["devices"],
  people: ["people", "correct"],
  reports: ["reports"],
  payments: ["payments"],
};

/** Where rights hold: everywhere, in all draws of a parent, or in one draw. */
type Scope = { kind: "everything" } | { kind: "parent"; parentId: string } | { kind: "draw"; drawId: string };

export type Grant = { rights: readonly Right[]; scope: Scope };

/** A named key's rights hold everywhere. */
export function grantsOfKey(words: readonly KeyRight[]): Grant[] {
  return [{ rights: [...new Set(words.flatMap((word) => rightsOfKeys[word]))], scope: { kind: "everything" } }];
}
