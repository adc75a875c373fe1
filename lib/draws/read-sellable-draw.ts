import "server-only";

import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import type { DrawAccount } from "./account/read-credentials";
import { readCredentials } from "./account/read-credentials";
import type { DrawRecord } from "./store";
import { readDrawRecord } from "./store";

export type SellableDraw = { record: DrawRecord; credentials: DrawAccount | null };

const maxCached = 500;

/** Keyed by database, because tests have several with draws of the same ids. */
const sellableDrawCaches = new WeakMap<Database, LRUCache<string, SellableDraw>>();

/**
 * The answer may come from a cache unless `isFresh`. A stale one sells nothing wrong, because the statement that sells
 * compares the revision.
 */
export async function readSellableDraw(
  ctx: Pick<Context, "db" | "sealer">,
  drawId: string,
  { isFresh }: { isFresh: boolean },
): Promise<SellableDraw | null> {
  const cache = getCache(ctx.db);
  const cached = isFresh ? undefined : cache.get(drawId);
  if (cached) return cached;
  // Read after the credentials, or older credentials could be cached beside the newest definition.
  const record = await readDrawRecord(ctx.db, drawId);
  const credentials = record && (await readCredentials(ctx, drawId, { toCharge: true }));
  if (!record) cache.delete(drawId);
  if (!record) return null;
  const sale = { record, credentials };
  cache.set(drawId, sale);
  return sale;
}

function getCache(db: Database): LRUCache<string, SellableDraw> {
  const cache = sellableDrawCaches.get(db) ?? new LRUCache<string, SellableDraw>({ max: maxCached });
  sellableDrawCaches.set(db, cache);
  return cache;
}
