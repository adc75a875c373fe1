import "server-only";

import { LRUCache } from "lru-cache";
import type { DrawCounters, DrawRecord } from "@/lib/draws/store";
import { readCounters } from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import { originOf } from "@/lib/platform/db/database";
import type { CachedAnswer } from "@/lib/platform/http/cached-answer";

/** How long a live state is served without reading the database, in ms (docs/design.md, Live state of a draw). */
export const liveMs = 250;

const watchedMs = 60_000;

const maxDraws = 500;

export type KeptLive = { answer: CachedAnswer; madeAtMs: number; lookedAtMs: number };

export type WatchedDraw = {
  origin: object;
  askedAtMs: number;
  record: DrawRecord | null;
  kept: KeptLive | null;
  reading: Promise<KeptLive | null> | null;
};

type Look = { origin: object; ids: Set<string>; startedMs: number; isRunning: boolean; counters: Counters };
type Counters = Promise<Map<string, DrawCounters>>;

// On globalThis: Next evaluates modules several times per process, and the guard shares this state with the routes.
const shared = globalThis as typeof globalThis & {
  tirageLive?: { watched: LRUCache<string, WatchedDraw>; look: Look | null };
};
shared.tirageLive ??= { watched: new LRUCache({ max: maxDraws }), look: null };
const board = shared.tirageLive;

/** False if the clock was set back. */
function isFresh(startedMs: number, nowMs: number): boolean {
  return startedMs <= nowMs && nowMs - startedMs < liveMs;
}

function find(db: Database, drawId: string, nowMs: number): WatchedDraw | null {
  const draw = board.watched.get(drawId);
  if (draw?.origin !== originOf(db)) return null;
  draw.askedAtMs = nowMs;
  return draw;
}

export function watchDraw(db: Database, drawId: string, nowMs: number): WatchedDraw {
  const watched = find(db, drawId, nowMs);
  if (watched) return watched;
  const draw = { origin: originOf(db), askedAtMs: nowMs, record: null, kept: null, reading: null };
  board.watched.set(drawId, draw);
  return draw;
}

/** The next request reads the whole draw; a running read is dropped. */
export function forgetDraw(drawId: string): void {
  board.watched.delete(drawId);
}

export function keptLive(db: Database, drawId: string, nowMs: number): CachedAnswer | null {
  const kept = find(db, drawId, nowMs)?.kept;
  return kept && isFresh(kept.lookedAtMs, nowMs) ? kept.answer : null;
}

function startLook(db: Database, nowMs: number): Look {
  for (const [drawId, { askedAtMs }] of [...board.watched.entries()]) {
    if (nowMs - askedAtMs >= watchedMs) board.watched.delete(drawId);
  }
  const origin = originOf(db);
  const ids = [...board.watched.entries()].flatMap(([drawId, draw]) => (draw.origin === origin ? [drawId] : []));
  const look: Look = { origin, ids: new Set(ids), startedMs: nowMs, isRunning: true, counters: readCounters(db, ids) };
  const end = (isRead: boolean) => {
    look.isRunning = false;
    if (!isRead && board.look === look) board.look = null;
  };
  look.counters.then(
    () => end(true),
    () => end(false),
  );
  board.look = look;
  return look;
}

/** Reads the counters of all watched draws in one statement, at most every `liveMs` and never twice at once. */
export async function lookAtDraw(db: Database, drawId: string, nowMs: number) {
  const last = board.look;
  const isOurs = last?.origin === originOf(db) && last.ids.has(drawId);
  const look = last && isOurs && (last.isRunning || isFresh(last.startedMs, nowMs)) ? last : startLook(db, nowMs);
  return { startedMs: look.startedMs, counters: (await look.counters).get(drawId) ?? null };
}
