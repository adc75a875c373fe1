import "server-only";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { findBrokenConstraint } from "@/lib/platform/db/errors";
import { sealingChain, systemActor } from "./rules";
import { sealAfter, sealMarginMs, sealRunRecordIntervalMs } from "./rules.chain";
import { writeChainEntry } from "./store";
import { findDrawToSeal, listUnsealed, readChainHead, readLastSealRun, writeSeals } from "./store.chain";

type SealContext = Pick<Context, "db" | "now" | "sealer">;

const batchSize = 500;

/** A run stops after this time and leaves the rest of a backlog to the next one, some seconds later. */
const maxRunMs = 15_000;

/** Seals entries older than `sealMarginMs` and returns their number. Concurrent processes never fork a chain. */
export async function sealEntries(ctx: SealContext): Promise<number> {
  const startedMs = ctx.now().getTime();
  const before = new Date(startedMs - sealMarginMs);
  let total = 0;
  for (let drawId = await findDrawToSeal(ctx.db, "", before); drawId !== null; ) {
    const chain = drawId;
    const sealed = await sealUnlessConcurrent(ctx, (tx) => sealBatch(ctx, tx, chain, before));
    total += sealed;
    if (ctx.now().getTime() - startedMs > maxRunMs) return total;
    if (sealed < batchSize) drawId = await findDrawToSeal(ctx.db, drawId, before);
  }
  // Entries remain while another process is still sealing.
  if ((await findDrawToSeal(ctx.db, "", before)) === null) await recordSealRun(ctx);
  return total;
}

class ConcurrentSealing extends Error {}

async function sealBatch({ now, sealer }: SealContext, tx: Database, drawId: string, before: Date): Promise<number> {
  const head = await readChainHead(tx, drawId);
  const entries = await listUnsealed(tx, drawId, before, batchSize);
  const sealed = sealAfter(sealer, drawId, head, entries, now());
  if (sealed.length > 0 && !(await writeSeals(tx, drawId, sealed))) throw new ConcurrentSealing();
  return sealed.length;
}

async function sealUnlessConcurrent(ctx: SealContext, seal: (tx: Database) => Promise<number>): Promise<number> {
  try {
    return await ctx.db.transaction(seal);
  } catch (error) {
    if (error instanceof ConcurrentSealing || findBrokenConstraint(error) === "audit_entries_sequence") return 0;
    throw error;
  }
}

/** The audit action under which a complete run is stored. */
const sealRunEndedAction = "turn-ended";

/**
 * Records that every entry up to now is sealed. An older entry whose seal is later than this was therefore sealed
 * twice. While the job is down it records nothing, so that the entries of that time are not reported.
 */
async function recordSealRun(ctx: SealContext): Promise<void> {
  const at = ctx.now();
  const last = await readLastSealRun(ctx.db);
  if (last && at.getTime() - last.getTime() < sealRunRecordIntervalMs) return;
  await sealUnlessConcurrent(ctx, async (tx) => {
    await writeChainEntry(tx, sealingChain, { action: sealRunEndedAction, at, actor: systemActor });
    return sealBatch(ctx, tx, sealingChain, at);
  });
}
