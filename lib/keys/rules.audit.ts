/** The chain of what is done to keys; no draw can have this id, as ids hold no colon. */
export const keysChain = "system:keys";

/** The closed list of what is written down about keys. */
export const keyActions = ["secrets-key-changed", "admin-key-created", "admin-key-revoked"] as const;

/** One of `keyActions`. */
export type KeyAction = (typeof keyActions)[number];
