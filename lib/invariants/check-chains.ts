import "server-only";

import type { ChainHead, KnownHead, SealedEntry } from "@/lib/audit/rules.chain";
import { checkChain, isSealedLate, truncateHead } from "@/lib/audit/rules.chain";
import { listSealed, listSealedAfterRun, readChainHead } from "@/lib/audit/store.chain";
import type { Context } from "@/lib/context";
import type { ReportProgress } from "@/lib/progress";
import { ignoreProgress } from "@/lib/progress";
import type { Violation } from "./rules.invariants";
import { maxNamedRows } from "./rules.invariants";

/** `unnamedCount` counts the breaks beyond `violations`, `sealed` the entries that were compared. */
export type ChainsCheckResult = { violations: Violation[]; unnamedCount: number; sealed: number; heads: KnownHead[] };

type LateEntries = { entries: number; first: SealedEntry | null };

/** Small enough that the process answers other calls between two slices. */
const entriesPerSlice = 1000;

/** Needs no snapshot, because sealed entries never change and new ones are appended. */
export async function checkChains(
  ctx: Pick<Context, "db" | "sealer">,
  draws: { drawId: string }[],
  reportProgress: ReportProgress = ignoreProgress,
): Promise<ChainsCheckResult> {
  const [found, late, heads]: [Violation[], Violation[], KnownHead[]] = [[], [], []];
  let [unnamedCount, sealed] = [0, 0];
  for (const { drawId } of draws) {
    const checked = await checkDrawChain(ctx, drawId, maxNamedRows - found.length, reportProgress);
    found.push(...checked.violations);
    late.push(...checked.late);
    if (checked.head.sequence > 0) heads.push(truncateHead(drawId, checked.head));
    unnamedCount += checked.beyond;
    sealed += checked.sealed;
  }
  return { violations: [...found, ...late], unnamedCount: unnamedCount, sealed, heads };
}

/** Adds entries that were sealed late, although the job had recorded in between that all were sealed. */
async function addLateEntries(
  db: Context["db"],
  chainId: string,
  entries: SealedEntry[],
  late: LateEntries,
): Promise<void> {
  const lateEntries = entries.filter(isSealedLate);
  if (lateEntries.length === 0) return;
  const places = await listSealedAfterRun(
    db,
    chainId,
    lateEntries.map(({ sequence }) => sequence),
  );
  late.entries += places.size;
  late.first ??= lateEntries.find(({ sequence }) => places.has(sequence)) ?? null;
}

/** Returns one violation for a whole chain, because late entries may be very many. */
function toLateViolations(chainId: string, late: LateEntries): Violation[] {
  if (!late.first) return [];
  const { sequence, sealedAt } = late.first;
  const detail = { entries: late.entries, firstSequence: sequence, sealedAt: sealedAt && `${sealedAt}Z` };
  return [{ check: "audit-late", drawId: chainId, subject: chainId, detail }];
}

/** Counts breaks beyond `limit` without naming them. */
async function checkDrawChain(
  { db, sealer }: Pick<Context, "db" | "sealer">,
  chainId: string,
  limit: number,
  reportProgress: ReportProgress,
) {
  const { sequence: total } = await readChainHead(db, chainId);
  const violations: Violation[] = [];
  const late: LateEntries = { entries: 0, first: null };
  let [unnamedCount, sealed] = [0, 0];
  let head: ChainHead = { sequence: 0, seal: "" };
  for (;;) {
    const entries = await listSealed(db, chainId, head.sequence, entriesPerSlice);
    const checked = checkChain(sealer, chainId, head, entries);
    for (const { sequence, problem } of checked.breaks) {
      if (violations.length >= limit) unnamedCount += 1;
      else
        violations.push({ check: "audit-chain", drawId: chainId, subject: `entry ${sequence}`, detail: { problem } });
    }
    await addLateEntries(db, chainId, entries, late);
    head = checked.head;
    sealed += entries.length;
    reportProgress({ part: "audit-entries", drawId: chainId, done: sealed, total });
    if (entries.length < entriesPerSlice)
      return { violations, late: toLateViolations(chainId, late), beyond: unnamedCount, sealed, head };
  }
}
