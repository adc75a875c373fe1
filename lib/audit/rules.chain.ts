import type { Sealer } from "@/lib/platform/server/seal";

/** Entries wait this long to be sealed, because a running transaction may still write an earlier one. */
export const sealMarginMs = 10_000;

/**
 * An entry that stays unsealed for longer was missed by the job, and one that is sealed later may have been sealed
 * twice.
 */
export const unsealedMs = 60 * 60_000;

/** How often the job records that all older entries are sealed. */
export const sealRunRecordedMs = 25 * 60_000;

/**
 * An entry that was older than `beforeMs` when a run was recorded must have been sealed by the end of that run. If its
 * seal is later than the run by more than `slackMs`, it was sealed a second time. `beforeMs` and `sealRunRecordedMs`
 * together must stay below `unsealedMs`.
 */
export const lateSeal = { beforeMs: 30 * 60_000, slackMs: 60_000 };

/** An audit entry as the database writes it. `at` is in UTC to the microsecond, and `detail` is JSON text. */
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

/** Before the first entry `sequence` is 0 and `seal` is empty. */
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

/** The first entry after a gap is not verified, because the seal before it is missing. */
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
 * True if an entry was sealed more than an hour after it was written, or if one of its times is unreadable. This
 * doesn't prove tampering, because the sealing job may have been down (see `lateSeal`).
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

/** The number of characters of a seal that are printed. They hold 96 bits, too many to forge. */
const truncatedLength = 16;
