import type { Sealer } from "@/lib/platform/server/seal";

/** Entries are sealed only after this time, because a transaction that still runs may yet commit an earlier one. */
export const sealMarginMs = 10_000;

/** The job has missed an entry that stays unsealed for longer. One sealed later may have been sealed twice. */
export const unsealedMs = 60 * 60_000;

/** The interval at which the job records that all older entries are sealed. */
export const sealRunRecordIntervalMs = 25 * 60_000;

/**
 * When a run is recorded, every entry older than `beforeMs` must be sealed. A seal more than `slackMs` later than that
 * run was therefore a second one. `beforeMs` plus `sealRunRecordIntervalMs` must stay below `unsealedMs`.
 */
export const lateSeal = { beforeMs: 30 * 60_000, slackMs: 60_000 };

/** An entry as the database writes it: `at` in UTC to the microsecond, `detail` as JSON text. */
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

export type SealedEntry = ChainEntry & { sequence: number; sealedAt: string | null; seal: string | null };

/** `sequence` is 0 and `seal` empty before the first entry. */
export type ChainHead = { sequence: number; seal: string };

export type ChainBreak = { sequence: number; problem: "missing" | "changed" };

const label = "audit entry";

export type KnownHead = { drawId: string; sequence: number; seal: string };

export function sealAfter<Entry extends ChainEntry>(
  sealer: Pick<Sealer, "digest">,
  drawId: string,
  head: ChainHead,
  entries: readonly Entry[],
  at: Date,
): (Entry & { sequence: number; sealedAt: string; seal: string })[] {
  const sealedAt = toChainTime(at);
  let { sequence, seal } = head;
  return entries.map((entry) => {
    sequence += 1;
    seal = createSeal(sealer, { drawId, sequence, sealedAt, before: seal }, entry);
    return { ...entry, sequence, sealedAt, seal };
  });
}

/** The first entry after a gap can't be verified, because the seal before it is missing. */
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
    const matchesSeal = createSeal(sealer, { drawId, ...entry, before }, entry) === entry.seal;
    if (isNext && !matchesSeal) breaks.push({ sequence: entry.sequence, problem: "changed" });
    sequence = entry.sequence;
    before = entry.seal ?? "";
  }
  return { head: { sequence, seal: before }, breaks };
}

/**
 * Returns true if an entry was sealed more than an hour after it was written, or if either time is unreadable. That
 * proves no tampering, since the sealing job may have been down (see `lateSeal`).
 */
export function isSealedLate({ at, sealedAt }: SealedEntry): boolean {
  const waitedMs = Date.parse(`${sealedAt}Z`) - Date.parse(`${at}Z`);
  return !(waitedMs <= unsealedMs);
}

export function truncateHead(drawId: string, { sequence, seal }: ChainHead): KnownHead {
  return { drawId, sequence, seal: seal.slice(0, truncatedLength) };
}

export function formatHead({ drawId, sequence, seal }: KnownHead): string {
  return `${drawId}=${sequence}:${seal}`;
}

export function parseHead(text: string): KnownHead | null {
  const [, drawId, sequence, seal] = /^([\w:-]{1,80})=([1-9]\d{0,14}):([\w-]{16})$/.exec(text) ?? [];
  return drawId && sequence && seal ? { drawId, sequence: Number(sequence), seal } : null;
}

function toChainTime(at: Date): string {
  return at.toISOString().replace("Z", "000");
}

function createSeal(
  sealer: Pick<Sealer, "digest">,
  place: { drawId: string; sequence: number; sealedAt: string | null; before: string },
  entry: ChainEntry,
): string {
  const { entryId, orderId, at, action, actorKind, deviceId, operator, detail } = entry;
  const canonical = [place.before, place.drawId, place.sequence, place.sealedAt, entryId, orderId, at, action];
  const text = JSON.stringify([...canonical, actorKind, deviceId, operator, detail]);
  return Buffer.from(sealer.digest(text, label)).toString("base64url");
}

/** Characters of a seal that are printed: 96 bits, too many to forge. */
const truncatedLength = 16;
