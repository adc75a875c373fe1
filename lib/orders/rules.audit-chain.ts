import type { Sealer } from "@/lib/seal";

/** How long an entry waits for its place in the chain, in ms: one of a transaction that still runs may be earlier. */
export const sealMarginMs = 10_000;

/** An entry that waits longer than this, in ms, was forgotten. */
export const unsealedMs = 60 * 60_000;

/** An entry as it is sealed: every column as the database writes it, `at` in UTC to the microsecond. */
export type ChainEntry = {
  entryId: string;
  orderId: string;
  at: string;
  action: string;
  actorKind: string;
  deviceId: string | null;
  operator: string | null;
  detail: string;
};

/** An entry with its place in the chain of its draw. */
export type SealedEntry = ChainEntry & { sequence: number; seal: string | null };

/** Where a chain ends; a draw without a sealed entry is at 0 with an empty seal. */
export type ChainHead = { sequence: number; seal: string };

/** What is wrong at one place of a chain: entries before it are gone, or it is not what was sealed. */
export type ChainBreak = { sequence: number; problem: "missing" | "changed" };

const label = "audit entry";

/** The seal of an entry at `sequence` of a draw: it covers the entry, its place and the seal before it. */
export function sealOf(
  sealer: Pick<Sealer, "digest">,
  place: { drawId: string; sequence: number; before: string },
  entry: ChainEntry,
): string {
  const { entryId, orderId, at, action, actorKind, deviceId, operator, detail } = entry;
  const canonical = [place.before, place.drawId, place.sequence, entryId, orderId, at, action];
  const text = JSON.stringify([...canonical, actorKind, deviceId, operator, detail]);
  return Buffer.from(sealer.digest(text, label)).toString("base64url");
}

/** Gives entries their places after the head of their draw's chain. */
export function sealAfter<Entry extends ChainEntry>(
  sealer: Pick<Sealer, "digest">,
  drawId: string,
  head: ChainHead,
  entries: readonly Entry[],
): (Entry & { sequence: number; seal: string })[] {
  let { sequence, seal } = head;
  return entries.map((entry) => {
    sequence += 1;
    seal = sealOf(sealer, { drawId, sequence, before: seal }, entry);
    return { ...entry, sequence, seal };
  });
}

/**
 * Compares the next entries of a draw's chain, in the order of their places, with their seals. After a gap the first entry
 * is taken as it is: the seal before it is gone. Gives where the chain goes on.
 */
export function checkChain(
  sealer: Pick<Sealer, "digest">,
  drawId: string,
  head: ChainHead,
  entries: readonly SealedEntry[],
): { head: ChainHead; breaks: ChainBreak[] } {
  const breaks: ChainBreak[] = [];
  let { sequence, seal: before } = head;
  for (const entry of entries) {
    const isNext = entry.sequence === sequence + 1;
    if (!isNext) breaks.push({ sequence: sequence + 1, problem: "missing" });
    const isAsSealed = sealOf(sealer, { drawId, sequence: entry.sequence, before }, entry) === entry.seal;
    if (isNext && !isAsSealed) breaks.push({ sequence: entry.sequence, problem: "changed" });
    sequence = entry.sequence;
    before = entry.seal ?? "";
  }
  return { head: { sequence, seal: before }, breaks };
}
