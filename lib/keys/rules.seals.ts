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
