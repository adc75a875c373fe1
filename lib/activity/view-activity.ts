import "server-only";

import type { Context } from "@/lib/context";
import type { DrawActivity } from "@/lib/draws/rules.projection";
import type { DrawRecord } from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import { originOf } from "@/lib/platform/db/database";
import { readActivity } from "./store";

/** How long an activity serves while nothing is sold, in ms: the day in which purchases count moves on. */
const quietMs = 10_000;

/**
 * How long it serves while a large draw sells, in ms; a CDN may keep the live state as long (docs/design.md, Live state
 * of a draw).
 */
const busyMs = 2000;

/**
 * Tickets sold from which a draw is large: counting a smaller one costs next to nothing, and its buyers see each sale.
 */
const largeFrom = 5000;

const maxDraws = 500;

type Kept = { salesMark: string; readAtMs: number; isRunning: boolean; activity: Promise<DrawActivity> };

// One process may work on several databases in tests; each keeps its own.
const keptByDatabase = new WeakMap<object, Map<string, Kept>>();

function keptFor(db: Database): Map<string, Kept> {
  const kept = keptByDatabase.get(originOf(db)) ?? new Map<string, Kept>();
  keptByDatabase.set(originOf(db), kept);
  return kept;
}

/** Changes with each sale and each refund. */
function salesMarkOf({ pools }: DrawRecord): string {
  const marks = [...pools.values()].map((pool) => `${pool.poolId}:${pool.sold}:${pool.salesCents}`);
  return marks.sort().join();
}

function soldIn({ pools }: DrawRecord): number {
  return [...pools.values()].reduce((sum, pool) => sum + pool.sold, 0);
}

/** One that is being read is fresh whatever it began with: two readings of a draw never run at once. */
function isFresh(kept: Kept, record: DrawRecord, nowMs: number): boolean {
  if (kept.isRunning) return true;
  const ageMs = nowMs - kept.readAtMs;
  if (kept.salesMark === salesMarkOf(record)) return ageMs < quietMs;
  return soldIn(record) >= largeFrom && ageMs < busyMs;
}

/**
 * What was bought in a draw, read again when its counters have changed, in a large draw every two seconds at most, and
 * else after ten seconds; polls that come together share one reading. `withTeams` counts the tickets by team too.
 */
export function viewActivity(ctx: Context, record: DrawRecord, withTeams: boolean): Promise<DrawActivity> {
  const kept = keptFor(ctx.db);
  const key = `${record.draw.id} ${withTeams}`;
  const now = ctx.now();
  const earlier = kept.get(key);
  if (earlier && isFresh(earlier, record, now.getTime())) return earlier.activity;
  const activity = readActivity(ctx.db, record.draw, withTeams, now);
  const entry = { salesMark: salesMarkOf(record), readAtMs: now.getTime(), isRunning: true, activity };
  const end = (isRead: boolean) => {
    entry.isRunning = false;
    if (!isRead && kept.get(key) === entry) kept.delete(key);
  };
  activity.then(
    () => end(true),
    () => end(false),
  );
  kept.delete(key);
  kept.set(key, entry);
  if (kept.size > maxDraws) kept.delete([...kept.keys()][0] ?? "");
  return activity;
}
