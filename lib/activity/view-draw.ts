import "server-only";

import type { Context } from "@/lib/context";
import { getDrawOverrides } from "@/lib/draws/pages/read-message-overrides";
import type { DrawActivity, LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import { idSchema } from "@/lib/draws/schema.fields";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawRecord } from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import { getOrigin } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { readActivity } from "./store";

/** `updatedAt` is when the definition last changed or an admin closed the draw. */
type DrawView = {
  ok: true;
  draw: PublicDraw;
  live: LiveState;
  words: ReturnType<typeof getDrawOverrides>;
  updatedAt: Date;
};

export function viewDraw(ctx: Context, drawId: string): Promise<DrawView | Refusal<"draw-not-found">> {
  return withRetry(ctx, async () => {
    const record = idSchema.safeParse(drawId).success ? await readDrawRecord(ctx.db, drawId) : null;
    if (record?.draw.state.approval_state !== "Approved") return refuse("draw-not-found");
    const now = ctx.now();
    const activity = await viewActivity(ctx, record, record.draw.teams.length > 0);
    const [draw, live] = [toPublicDraw(record, activity, now), toLiveState(record, activity, now)];
    return { ok: true, draw, live, words: getDrawOverrides(record), updatedAt: record.updatedAt };
  });
}

/** While nothing is sold, only the 24-hour window moves on. */
const unchangedMaxAgeMs = 10_000;

/** While a large draw sells. A CDN may cache as long (docs/design.md, Live state of a draw). */
const changedMaxAgeMs = 2000;

/** A draw is large from this many sold tickets on. Buyers of smaller ones, cheap to count, see each sale at once. */
const largeDrawTickets = 5000;

const maxDraws = 500;

type CachedActivity = { salesMark: string; readAtMs: number; isRunning: boolean; activity: Promise<DrawActivity> };

// Keyed by database, because a process has several in tests.
const cachesByDatabase = new WeakMap<object, Map<string, CachedActivity>>();

/** Reads again once counters changed, for a large draw every two seconds at most. Concurrent requests share a read. */
export function viewActivity(ctx: Context, record: DrawRecord, withTeams: boolean): Promise<DrawActivity> {
  const cache = cacheFor(ctx.db);
  const key = `${record.draw.id} ${withTeams}`;
  const now = ctx.now();
  const earlier = cache.get(key);
  if (earlier && isFresh(earlier, record, now.getTime())) return earlier.activity;
  const activity = readActivity(ctx.db, record.draw, withTeams, now);
  const entry = { salesMark: toSalesMark(record), readAtMs: now.getTime(), isRunning: true, activity };
  const end = (isRead: boolean) => {
    entry.isRunning = false;
    if (!isRead && cache.get(key) === entry) cache.delete(key);
  };
  activity.then(
    () => end(true),
    () => end(false),
  );
  cache.delete(key);
  cache.set(key, entry);
  if (cache.size > maxDraws) cache.delete([...cache.keys()][0] ?? "");
  return activity;
}

function cacheFor(db: Database): Map<string, CachedActivity> {
  const cache = cachesByDatabase.get(getOrigin(db)) ?? new Map<string, CachedActivity>();
  cachesByDatabase.set(getOrigin(db), cache);
  return cache;
}

/** A read that is running counts as fresh, so that a draw is never read twice at once. */
function isFresh(entry: CachedActivity, record: DrawRecord, nowMs: number): boolean {
  if (entry.isRunning) return true;
  const ageMs = nowMs - entry.readAtMs;
  if (entry.salesMark === toSalesMark(record)) return ageMs < unchangedMaxAgeMs;
  return countSold(record) >= largeDrawTickets && ageMs < changedMaxAgeMs;
}

function toSalesMark({ pools }: DrawRecord): string {
  const marks = [...pools.values()].map((pool) => `${pool.poolId}:${pool.sold}:${pool.salesCents}`);
  return marks.sort().join();
}

function countSold({ pools }: DrawRecord): number {
  return [...pools.values()].reduce((sum, pool) => sum + pool.sold, 0);
}
