import type { Sealer } from "@/lib/platform/server/seal";
import type { KeyRight } from "@/lib/rights";

/** The audit chain of the keys. Draws' ids contain no colon, so it is never the chain of a draw. */
export const keysChain = "system:keys";

export const keyActions = ["secrets-key-changed", "admin-key-created", "admin-key-revoked"] as const;

export type KeyAction = (typeof keyActions)[number];

export const maxKeyDays = 366;

export const keyNamePattern = /^[a-z0-9][a-z0-9._-]{0,39}$/;

const prefix = "tirage_admin_";

/** The prefix lets secret scanners recognize a key that was committed to a repository. */
export function formatAdminKey(random: Uint8Array): string {
  return prefix + Buffer.from(random).toString("base64url");
}

export function isAdminKey(text: string): boolean {
  return text.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length));
}

/** Guesses of a key can't be tested against the stored digest without the digest root. */
export function hashAdminKey(sealer: Pick<Sealer, "digest">, key: string): string {
  return Buffer.from(sealer.digest(key, "admin key")).toString("base64url");
}

/** The operator in audit entries. A name that is sent with `ADMIN_KEY` can't start with `key:`. */
export function toOperator(name: string): string {
  return `key:${name}`;
}

export type AdminKeyView = {
  name: string;
  rights: KeyRight[];
  state: "active" | "expired" | "revoked";
  createdAt: string;
  expiresAt: string;
};

export type AdminKeyRecord = {
  name: string;
  rights: KeyRight[];
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
};

export function getKeyState({ expiresAt, revokedAt }: AdminKeyRecord, now: Date): AdminKeyView["state"] {
  if (revokedAt) return "revoked";
  return expiresAt > now ? "active" : "expired";
}

export function viewKey(record: AdminKeyRecord, now: Date): AdminKeyView {
  const { name, rights, createdAt, expiresAt } = record;
  const state = getKeyState(record, now);
  return { name, rights, state, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
