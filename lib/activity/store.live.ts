import "server-only";

import { LRUCache } from "lru-cache";
import type { DrawCounters, DrawRecord } from "@/lib/draws/store";
import { readCounters } from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import { getOrigin } from "@/lib/platform/db/database";
import type { CachedResponse } from "@/lib/platform/http/cached-response";
import { oncePerProcess } from "@/lib/platform/server/once-per-process";

/** A live state is served this long without reading the database (docs/design.md, Live state of a draw). */
export const maxLiveAgeMs = 250;

const watchForMs = 60_000;

const maxDraws = 500;

export type CachedLive = { answer: CachedResponse; madeAtMs: number; readAtMs: number };

export type WatchedDraw = {
  origin: object;
  requestedAtMs: number;
  record: DrawRecord | null;
  cached: CachedLive | null;
  reading: Promise<CachedLive | null> | null;
};

type CountersRead = { origin: object; ids: Set<string>; startedMs: number; isRunning: boolean; counters: Counters };
type Counters = Promise<Map<string, DrawCounters>>;

type LiveReads = { watched: LRUCache<string, WatchedDraw>; read: CountersRead | null };

// Kept once per process, because the guard and the routes are built apart but share it.
const state = oncePerProcess("tirageLive", (): LiveReads => ({ watched: new LRUCache({ max: maxDraws }), read: null }));

export function watchDraw(db: Database, drawId: string, nowMs: number): WatchedDraw {
  const watched = find(db, drawId, nowMs);
  if (watched) return watched;
  const draw = { origin: getOrigin(db), requestedAtMs: nowMs, record: null, cached: null, reading: null };
  state.watched.set(drawId, draw);
  return draw;
}

/** Makes the next request read the whole draw again and discards the result of a read in progress. */
export function evictDraw(drawId: string): void {
  state.watched.delete(drawId);
}

export function cachedLive(db: Database, drawId: string, nowMs: number): CachedResponse | null {
  const cached = find(db, drawId, nowMs)?.cached;
  return cached && isFresh(cached.readAtMs, nowMs) ? cached.answer : null;
}

/** Reads the counters of all watched draws in one statement, at most every `maxLiveAgeMs` and never twice at once. */
export async function readWatchedDraw(db: Database, drawId: string, nowMs: number) {
  const last = state.read;
  const isOurs = last?.origin === getOrigin(db) && last.ids.has(drawId);
  const read = last && isOurs && (last.isRunning || isFresh(last.startedMs, nowMs)) ? last : startRead(db, nowMs);
  return { startedMs: read.startedMs, counters: (await read.counters).get(drawId) ?? null };
}

/** A negative age means that the clock was set back. */
function isFresh(startedMs: number, nowMs: number): boolean {
  return startedMs <= nowMs && nowMs - startedMs < maxLiveAgeMs;
}

function find(db: Database, drawId: string, nowMs: number): WatchedDraw | null {
  const draw = state.watched.get(drawId);
  if (draw?.origin !== getOrigin(db)) return null;
  draw.requestedAtMs = nowMs;
  return draw;
}

function startRead(db: Database, nowMs: number): CountersRead {
  for (const [drawId, { requestedAtMs }] of [...state.watched.entries()]) {
    if (nowMs - requestedAtMs >= watchForMs) state.watched.delete(drawId);
  }
  const origin = getOrigin(db);
  const ids = [...state.watched.entries()].flatMap(([drawId, draw]) => (draw.origin === origin ? [drawId] : []));
  const read: CountersRead = {
    origin,
    ids: new Set(ids),
    startedMs: nowMs,
    isRunning: true,
    counters: readCounters(db, ids),
  };
  const end = (isRead: boolean) => {
    read.isRunning = false;
    if (!isRead && state.read === read) state.read = null;
  };
  read.counters.then(
    () => end(true),
    () => end(false),
  );
  state.read = read;
  return read;
}
