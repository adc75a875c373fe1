import type { AuditDetail } from "@/lib/audit/rules";

/** The chain of what is done to keys; no draw can have this id, as ids hold no colon. */
export const keysChain = "system:keys";

/** The closed list of what is written down about keys. */
export const keyActions = ["secrets-key-changed", "admin-key-created", "admin-key-revoked"] as const;

/** One of `keyActions`. */
export type KeyAction = (typeof keyActions)[number];

/** What is stored sealed: what belongs to the database itself, and the payment credentials of draws. */
export type SealKind = "installation" | "credentials";

/** How many secrets of a kind a key sealed; null: no key of this process did, nor does the seal name another. */
export type SealCount = { kind: SealKind; keyId: string | null; count: number };

/** A secret that no key here opens: of a draw, or of the database itself if `drawId` is null. */
export type ClosedSecret = { drawId: string | null; keyId: string | null };

/** What is sealed with which key, and what no key here opens. */
export type SealReport = { counts: SealCount[]; closed: ClosedSecret[] };

/** Adds a secret to the counts. */
export function addSeal(counts: readonly SealCount[], kind: SealKind, keyId: string | null): SealCount[] {
  const isIt = (each: SealCount) => each.kind === kind && each.keyId === keyId;
  if (!counts.some(isIt)) return [...counts, { kind, keyId, count: 1 }];
  return counts.map((each) => (isIt(each) ? { ...each, count: each.count + 1 } : each));
}

/** How many secrets need a key other than `keyId`. */
export function countOthers(counts: readonly SealCount[], keyId: string): number {
  return counts.reduce((total, each) => (each.keyId === keyId ? total : total + each.count), 0);
}

/** What is written down when another key seals from now on: ids, which say nothing about the keys. */
export function changeDetail(from: string | null, to: string): AuditDetail {
  return { from, to };
}
