import "server-only";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { brokenConstraint } from "@/lib/platform/db/errors";
import { sealingChain, systemActor } from "./rules";
import { sealAfter, sealMarginMs, sealRunRecordedMs } from "./rules.chain";
import { writeChainEntry } from "./store";
import { findDrawToSeal, listUnsealed, readChainHead, readLastSealRun, writeSeals } from "./store.chain";

type SealContext = Pick<Context, "db" | "now" | "sealer">;

const batch = 500;

/** The rest of a longer backlog is left to the next run, which comes within seconds. */
const runMs = 15_000;

/** Another process seals the same chain. What it does not seal, the next run will. */
class Overtaken extends Error {}

/**
 * Gives entries that are some seconds old their places in the chains of their draws, the earliest first, so that no
 * sale waits for that. Two processes at once never fork a chain. Gives how many entries were sealed.
 */
export async function sealEntries(ctx: SealContext): Promise<number> {
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
  // Another process may not have come to the end of its chain yet.
  if ((await findDrawToSeal(ctx.db, "", before)) === null) await recordSealRun(ctx);
  return total;
}

async function sealBatch({ now, sealer }: SealContext, tx: Database, drawId: string, before: Date): Promise<number> {
  const head = await readChainHead(tx, drawId);
  const entries = await listUnsealed(tx, drawId, before, batch);
  const sealed = sealAfter(sealer, drawId, head, entries, now());
  if (sealed.length > 0 && !(await writeSeals(tx, drawId, sealed))) throw new Overtaken();
  return sealed.length;
}

async function sealUnlessOvertaken(ctx: SealContext, seal: (tx: Database) => Promise<number>): Promise<number> {
  try {
    return await ctx.db.transaction(seal);
  } catch (error) {
    if (error instanceof Overtaken || brokenConstraint(error) === "audit_entries_sequence") return 0;
    throw error;
  }
}

/**
 * Records now and then, sealed at once, that every older entry has its place. An entry that gets its place later all
 * the same was sealed anew; one that waited while the job was down was not, as no run was recorded then.
 */
async function recordSealRun(ctx: SealContext): Promise<void> {
  const at = ctx.now();
  const last = await readLastSealRun(ctx.db);
  if (last && at.getTime() - last.getTime() < sealRunRecordedMs) return;
  await sealUnlessOvertaken(ctx, async (tx) => {
    await writeChainEntry(tx, sealingChain, { action: "turn-ended", at, actor: systemActor });
    return sealBatch(ctx, tx, sealingChain, at);
  });
}
