import "server-only";

import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import type { DrawAccount } from "./account/read-credentials";
import { readCredentials } from "./account/read-credentials";
import type { DrawRecord } from "./store";
import { readDrawRecord } from "./store";

export type Sale = { record: DrawRecord; credentials: DrawAccount | null };

const maxKept = 500;

/** By database, as tests have several with draws of their own. */
const keptSales = new WeakMap<Database, LRUCache<string, Sale>>();

/**
 * Reads a draw and its credentials for a sale. Without `isFresh` it may be what this process read before, with older
 * counters and an older close: the statement that sells compares its revision, and it refuses no buyer.
 */
export async function readSale(
  ctx: Pick<Context, "db" | "sealer">,
  drawId: string,
  { isFresh }: { isFresh: boolean },
): Promise<Sale | null> {
  const kept = keptIn(ctx.db);
  const earlier = isFresh ? undefined : kept.get(drawId);
  if (earlier) return earlier;
  // Credentials come last: the newest definition beside older credentials would keep these.
  const record = await readDrawRecord(ctx.db, drawId);
  const credentials = record && (await readCredentials(ctx, drawId, { toCharge: true }));
  if (!record) kept.delete(drawId);
  if (!record) return null;
  const sale = { record, credentials };
  kept.set(drawId, sale);
  return sale;
}

function keptIn(db: Database): LRUCache<string, Sale> {
  const kept = keptSales.get(db) ?? new LRUCache<string, Sale>({ max: maxKept });
  keptSales.set(db, kept);
  return kept;
}
