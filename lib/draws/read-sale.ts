import "server-only";

import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { readCredentials } from "./read-credentials";
import type { DrawRecord } from "./store";
import { readDrawRecord } from "./store";

/** What a sale is prepared by; `credentials` are those by which cards are charged, null where none is. */
export type Sale = { record: DrawRecord; credentials: Awaited<ReturnType<typeof readCredentials>> };

const keptDraws = 500;

/** By database: a test has several, and each knows draws of its own. */
const keptSales = new WeakMap<Database, LRUCache<string, Sale>>();

function keptIn(db: Database): LRUCache<string, Sale> {
  const kept = keptSales.get(db) ?? new LRUCache<string, Sale>({ max: keptDraws });
  keptSales.set(db, kept);
  return kept;
}

/**
 * Reads what a draw sells by; null where there is none. Without `isFresh` it may be what this process read before: its
 * revision says whether it still holds, and its counters and its close may be older. Whoever sells by it has the
 * statement compare the revision, and refuses nobody by it.
 */
export async function readSale(
  ctx: Pick<Context, "db" | "sealer">,
  drawId: string,
  { isFresh }: { isFresh: boolean },
): Promise<Sale | null> {
  const kept = keptIn(ctx.db);
  const known = isFresh ? undefined : kept.get(drawId);
  if (known) return known;
  // Credentials last: a definition beside older ones would keep them, as its revision is the newest.
  const record = await readDrawRecord(ctx.db, drawId);
  const credentials = record && (await readCredentials(ctx, drawId, { toCharge: true }));
  if (!record) kept.delete(drawId);
  if (!record) return null;
  const sale = { record, credentials };
  kept.set(drawId, sale);
  return sale;
}
