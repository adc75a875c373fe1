import "server-only";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { brokenConstraint } from "@/lib/platform/db/errors";
import { sealingChain, systemActor } from "./rules";
import { sealAfter, sealMarginMs, sealRunRecordedMs } from "./rules.chain";
import { writeChainEntry } from "./store";
import { findDrawToSeal, listUnsealed, readChainHead, readLastSealRun, writeSeals } from "./store.chain";

type Work = Pick<Context, "db" | "now" | "sealer">;

/** Entries that one transaction seals. */
const batch = 500;

/** After this long, in ms, the rest of a backlog is left to the next turn, which comes within seconds. */
const runMs = 15_000;

/** Another process is at the same chain: what it does not seal, the next turn will. */
class Overtaken extends Error {}

/** Adds to the chain's end, and only if nobody else did. Gives how many entries it sealed. */
async function sealBatch({ now, sealer }: Work, tx: Database, drawId: string, before: Date): Promise<number> {
  const head = await readChainHead(tx, drawId);
  const entries = await listUnsealed(tx, drawId, before, batch);
  const sealed = sealAfter(sealer, drawId, head, entries, now());
  if (sealed.length > 0 && !(await writeSeals(tx, drawId, sealed))) throw new Overtaken();
  return sealed.length;
}

/** One transaction. Gives 0 where another process was quicker. */
async function sealUnlessOvertaken(ctx: Work, seal: (tx: Database) => Promise<number>): Promise<number> {
  try {
    return await ctx.db.transaction(seal);
  } catch (error) {
    if (error instanceof Overtaken || brokenConstraint(error) === "audit_entries_sequence") return 0;
    throw error;
  }
}

/**
 * Notes now and then, and seals at once, that a turn came to its end: what is older had its place by now. An entry that
 * gets one later all the same was sealed anew; one that waited while the job stood still was not, as no such note is of
 * that time.
 */
async function recordSealRun(ctx: Work): Promise<void> {
  const at = ctx.now();
  const last = await readLastSealRun(ctx.db);
  if (last && at.getTime() - last.getTime() < sealRunRecordedMs) return;
  await sealUnlessOvertaken(ctx, async (tx) => {
    await writeChainEntry(tx, sealingChain, { action: "turn-ended", at, actor: systemActor });
    return sealBatch(ctx, tx, sealingChain, at);
  });
}

/**
 * Gives the entries that have waited a few seconds their places in the chains of their draws, in batches, the earliest
 * first, however long they waited: the seal holds when it was made. Never on the way of a sale. Two processes at once
 * never fork a chain: one of them comes again. Gives how many entries were sealed.
 */
export async function sealEntries(ctx: Work): Promise<number> {
  const startedMs = ctx.now().getTime();
  const before = new Date(startedMs - sealMarginMs);
  let total = 0;
  for (let drawId = await findDrawToSeal(ctx.db, "", before); drawId !== null; ) {
    const chain = drawId;
    const sealed = await sealUnlessOvertaken(ctx, (tx) => sealBatch(ctx, tx, chain, before));
    total += sealed;
    if (ctx.now().getTime() - startedMs > runMs) return total;
    if (sealed < batch) drawId = await findDrawToSeal(ctx.db, drawId, before);
  }
  // A chain that another process was quicker at may not be at its end.
  if ((await findDrawToSeal(ctx.db, "", before)) === null) await recordSealRun(ctx);
  return total;
}
