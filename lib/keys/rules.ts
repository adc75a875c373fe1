import type { AdminRight } from "@/lib/admin-rights";
import type { Sealer } from "@/lib/platform/server/seal";

/** The audit chain of keys; no draw can have this id, as ids hold no colon. */
export const keysChain = "system:keys";

export const keyActions = ["secrets-key-changed", "admin-key-created", "admin-key-revoked"] as const;

export type KeyAction = (typeof keyActions)[number];

export const longestKeyDays = 366;

/** A word that needs no quotes anywhere. */
export const keyNameShape = /^[a-z0-9][a-z0-9._-]{0,39}$/;

const prefix = "tirage_admin_";

/** Writes a key from 32 random bytes; its prefix lets scanners of repositories find one that was committed. */
export function writeAdminKey(random: Uint8Array): string {
  return prefix + Buffer.from(random).toString("base64url");
}

export function isAdminKey(text: string): boolean {
  return text.startsWith(prefix) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(prefix.length));
}

/** What is stored of a key: it gives no key, and without the root of digests no key gives it. */
export function hashAdminKey(sealer: Pick<Sealer, "digest">, key: string): string {
  return Buffer.from(sealer.digest(key, "admin key")).toString("base64url");
}

/** How the audit log names who acted with a named key; a name that is only claimed can't begin like this. */
export function operatorOf(name: string): string {
  return `key:${name}`;
}

export type AdminKeyView = {
  name: string;
  rights: AdminRight[];
  state: "active" | "expired" | "revoked";
  createdAt: string;
  expiresAt: string;
};

export type AdminKeyRecord = {
  name: string;
  rights: AdminRight[];
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
};

export function stateOfKey({ expiresAt, revokedAt }: AdminKeyRecord, now: Date): AdminKeyView["state"] {
  if (revokedAt) return "revoked";
  return expiresAt > now ? "active" : "expired";
}

export function viewKey(record: AdminKeyRecord, now: Date): AdminKeyView {
  const { name, rights, createdAt, expiresAt } = record;
  const state = stateOfKey(record, now);
  return { name, rights, state, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
