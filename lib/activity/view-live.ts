import "server-only";

import type { Context } from "@/lib/context";
import { toLiveState } from "@/lib/draws/rules.projection";
import { idSchema } from "@/lib/draws/schema.fields";
import { readDrawRecord } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import type { CachedResponse } from "@/lib/platform/http/cached-response";
import { createCachedResponse } from "@/lib/platform/http/cached-response";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { CachedLive, WatchedDraw } from "./store.live";
import { cachedLive, evictDraw, readWatchedDraw, watchDraw } from "./store.live";
import { viewActivity } from "./view-draw";

type LiveView = { ok: true; cached: CachedResponse } | Refusal<"draw-not-found">;

/** An unchanged body is renewed after this time, because it contains the server's time. */
const maxBodyAgeMs = 1000;

/** Requests of the process share the result. After `maxLiveAgeMs` one statement reads all watched draws again. */
export async function viewLive(ctx: Context, drawId: string): Promise<LiveView> {
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const kept = cachedLive(ctx.db, drawId, ctx.now().getTime());
  return kept ? { ok: true, cached: kept } : withRetry(ctx, () => readShared(ctx, drawId));
}

async function readShared(ctx: Context, drawId: string): Promise<LiveView> {
  const draw = watchDraw(ctx.db, drawId, ctx.now().getTime());
  draw.reading ??= readLive(ctx, drawId, draw).finally(() => {
    draw.reading = null;
  });
  const kept = await draw.reading;
  if (kept) return { ok: true, cached: kept.answer };
  evictDraw(drawId);
  return refuse("draw-not-found");
}

async function readLive(ctx: Context, drawId: string, draw: WatchedDraw): Promise<CachedLive | null> {
  const nowMs = ctx.now().getTime();
  const { record, readAtMs } = await readRecord(ctx, drawId, draw, nowMs);
  if (record?.draw.state.approval_state !== "Approved") return null;
  const activity = await viewActivity(ctx, record, record.draw.teams.length > 0);
  const { serverTime, ...changing } = toLiveState(record, activity, ctx.now());
  const answer = createCachedResponse({ ...changing, serverTime }, changing);
  const before = draw.cached;
  const isSame = before?.answer.tag === answer.tag && Math.abs(nowMs - before.madeAtMs) < maxBodyAgeMs;
  draw.record = record;
  draw.cached = isSame ? { ...before, readAtMs } : { answer, madeAtMs: nowMs, readAtMs };
  return draw.cached;
}

async function readRecord({ db }: Context, drawId: string, { record }: WatchedDraw, nowMs: number) {
  if (record) {
    const { startedMs, counters } = await readWatchedDraw(db, drawId, nowMs);
    if (counters?.revision === record.revision) return { record: { ...record, ...counters }, readAtMs: startedMs };
  }
  return { record: await readDrawRecord(db, drawId), readAtMs: nowMs };
}

export function refreshLive(drawId: string): void {
  evictDraw(drawId);
}
