import type { Sealer } from "@/lib/platform/server/seal";

/** How long an entry waits for its place in the chain, in ms: one of a transaction that still runs may be earlier. */
export const sealMarginMs = 10_000;

/**
 * An entry that waits longer than this, in ms, was forgotten; one that was sealed after longer may have been sealed
 * anew.
 */
export const unsealedMs = 60 * 60_000;

/** How often the job notes that all that was older had its place, in ms. */
export const sealRunRecordedMs = 25 * 60_000;

/**
 * An entry of this long before a noted turn, in ms, had its place by then, however long its transaction took; what got
 * it more than the slack after that turn got it anew. With `sealRunRecordedMs` it is less than `unsealedMs`.
 */
export const overtaken = { beforeMs: 30 * 60_000, slackMs: 60_000 };

/** An entry as it is sealed: every column as the database writes it, `at` in UTC to the microsecond. */
export type ChainEntry = {
  entryId: string;
  orderId: string | null;
  at: string;
  action: string;
  actorKind: string;
  deviceId: string | null;
  operator: string | null;
  detail: string;
};

/** An entry with its place in the chain of its draw; `sealedAt` is written as `at` is. */
export type SealedEntry = ChainEntry & { sequence: number; sealedAt: string | null; seal: string | null };

/** Where a chain ends; a draw without a sealed entry is at 0 with an empty seal. */
export type ChainHead = { sequence: number; seal: string };

/** What is wrong at one place of a chain: entries before it are gone, or it is not what was sealed. */
export type ChainBreak = { sequence: number; problem: "missing" | "changed" };

const label = "audit entry";

/** An instant as the database writes it: in UTC to the microsecond. */
function chainTime(at: Date): string {
  return at.toISOString().replace("Z", "000");
}

/**
 * The seal of an entry at `sequence` of a draw: it covers the entry, its place, when it got it, and the seal before it.
 */
function sealOf(
  sealer: Pick<Sealer, "digest">,
  place: { drawId: string; sequence: number; sealedAt: string | null; before: string },
  entry: ChainEntry,
): string {
  const { entryId, orderId, at, action, actorKind, deviceId, operator, detail } = entry;
  const canonical = [place.before, place.drawId, place.sequence, place.sealedAt, entryId, orderId, at, action];
  const text = JSON.stringify([...canonical, actorKind, deviceId, operator, detail]);
  return Buffer.from(sealer.digest(text, label)).toString("base64url");
}

/** Gives entries their places after the head of their draw's chain, sealed at `at`. */
export function sealAfter<Entry extends ChainEntry>(
  sealer: Pick<Sealer, "digest">,
  drawId: string,
  head: ChainHead,
  entries: readonly Entry[],
  at: Date,
): (Entry & { sequence: number; sealedAt: string; seal: string })[] {
  const sealedAt = chainTime(at);
  let { sequence, seal } = head;
  return entries.map((entry) => {
    sequence += 1;
    seal = sealOf(sealer, { drawId, sequence, sealedAt, before: seal }, entry);
    return { ...entry, sequence, sealedAt, seal };
  });
}

/**
 * Compares the next entries of a draw's chain, in the order of their places, with their seals. After a gap the first
 * entry is taken as it is: the seal before it is gone. Gives where the chain goes on.
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
    const isAsSealed = sealOf(sealer, { drawId, ...entry, before }, entry) === entry.seal;
    if (isNext && !isAsSealed) breaks.push({ sequence: entry.sequence, problem: "changed" });
    sequence = entry.sequence;
    before = entry.seal ?? "";
  }
  return { head: { sequence, seal: before }, breaks };
}

/**
 * Whether an entry got its place long after it says that it was written; also when it names no time that can be read.
 * The job may have stood still: what it noted tells.
 */
export function isSealedLate({ at, sealedAt }: SealedEntry): boolean {
  const waitedMs = Date.parse(`${sealedAt}Z`) - Date.parse(`${at}Z`);
  return !(waitedMs <= unsealedMs);
}
