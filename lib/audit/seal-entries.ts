import "server-only";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { findBrokenConstraint } from "@/lib/platform/db/errors";
import { sealingChain, systemActor } from "./rules";
import { sealAfter, sealMarginMs, sealRunRecordedMs } from "./rules.chain";
import { writeChainEntry } from "./store";
import { findDrawToSeal, listUnsealed, readChainHead, readLastSealRun, writeSeals } from "./store.chain";

type SealContext = Pick<Context, "db" | "now" | "sealer">;

const batchSize = 500;

/** A run stops after this time. The next one, seconds later, seals the rest of a long backlog. */
const maxRunMs = 15_000;

/** Seals entries some seconds old, so that no sale waits. Two processes never fork a chain. Returns the number. */
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
  // Another process may still be sealing.
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

/** The stored action of a recorded run. */
const sealRunRecorded = "turn-ended";

/**
 * Records that all entries up to now are sealed. An older entry with a later seal was therefore sealed twice. While the
 * job is down it records no run, so entries that waited for it are not reported.
 */
async function recordSealRun(ctx: SealContext): Promise<void> {
  const at = ctx.now();
  const last = await readLastSealRun(ctx.db);
  if (last && at.getTime() - last.getTime() < sealRunRecordedMs) return;
  await sealUnlessConcurrent(ctx, async (tx) => {
    await writeChainEntry(tx, sealingChain, { action: sealRunRecorded, at, actor: systemActor });
    return sealBatch(ctx, tx, sealingChain, at);
  });
}
