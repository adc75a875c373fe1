import "server-only";

import type { Context } from "@/lib/context";
import { brokenConstraint } from "@/lib/db/errors";

import { sealAfter, sealMarginMs } from "./rules.audit-chain";
import { findDrawToSeal, listUnsealed, readChainHead, writeSeals } from "./store.audit-chain";

type Work = Pick<Context, "db" | "now" | "sealer">;

/** Entries that one transaction seals. */
const batch = 500;

/** After this long, in ms, the rest of a backlog is left to the next turn, which comes within seconds. */
const turnMs = 15_000;

/** Another process is at the same chain: what it does not seal, the next turn will. */
class Overtaken extends Error {}

/** One transaction: it adds to the chain's end, and only if nobody else did. Gives how many entries it sealed. */
function sealBatch({ db, now, sealer }: Work, drawId: string, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const head = await readChainHead(tx, drawId);
    const entries = await listUnsealed(tx, drawId, before, batch);
    const sealed = sealAfter(sealer, drawId, head, entries, now());
    if (sealed.length > 0 && !(await writeSeals(tx, drawId, sealed))) throw new Overtaken();
    return sealed.length;
  });
}

/** Gives 0 where another process was quicker. */
async function sealUnlessOvertaken(ctx: Work, drawId: string, before: Date): Promise<number> {
  try {
    return await sealBatch(ctx, drawId, before);
  } catch (error) {
    if (error instanceof Overtaken || brokenConstraint(error) === "audit_entries_sequence") return 0;
    throw error;
  }
}

/**
 * Gives the entries that have waited a few seconds their places in the chains of their draws, in batches, the earliest
 * first, however long they waited: the seal holds when it was made. Never on the way of a sale. Two processes at once never
 * fork a chain: one of them comes again. Gives how many entries were sealed.
 */
export async function sealEntries(ctx: Work): Promise<number> {
  const startedMs = ctx.now().getTime();
  const before = new Date(startedMs - sealMarginMs);
  let total = 0;
  for (let drawId = await findDrawToSeal(ctx.db, "", before); drawId !== null; ) {
    const sealed = await sealUnlessOvertaken(ctx, drawId, before);
    total += sealed;
    if (ctx.now().getTime() - startedMs > turnMs) return total;
    if (sealed < batch) drawId = await findDrawToSeal(ctx.db, drawId, before);
  }
  return total;
}
