import "server-only";

import { LRUCache } from "lru-cache";

import type { DrawCounters, DrawRecord } from "@/lib/draws/store";
import { readCounters } from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import { originOf } from "@/lib/platform/db/database";
import type { KeptAnswer } from "@/lib/platform/http/kept-answer";

/** How long a live state serves without a look at the database, in ms (docs/design.md, Live state of a draw). */
export const liveMs = 250;

/** A draw that nobody has asked for so long, in ms, is forgotten at the next look. */
const watchedMs = 60_000;

/** More draws are not watched at once: those asked for least lately give way. */
const maxDraws = 500;

/** A live state: its answer, when that was made, and when the look began that found it so. */
export type KeptLive = { answer: KeptAnswer; madeAtMs: number; lookedAtMs: number };

/** A draw whose live state is asked for. Its first reading finds `record`, and none is there before. */
export type WatchedDraw = {
  origin: object;
  askedAtMs: number;
  record: DrawRecord | null;
  kept: KeptLive | null;
  /** The reading that is under way, which all who ask meanwhile share. */
  reading: Promise<KeptLive | null> | null;
};

/** A look at all draws that were watched when it began. */
type Look = { origin: object; ids: Set<string>; startedMs: number; isRunning: boolean; found: Promise<Found> };
type Found = Map<string, DrawCounters>;

// Next evaluates a module several times in one process: the guard before it shares these with its routes.
const shared = globalThis as typeof globalThis & {
  tirageLive?: { watched: LRUCache<string, WatchedDraw>; look: Look | null };
};
shared.tirageLive ??= { watched: new LRUCache({ max: maxDraws }), look: null };
const board = shared.tirageLive;

/** A clock that was set back makes nothing fresh. */
function isFresh(startedMs: number, nowMs: number): boolean {
  return startedMs <= nowMs && nowMs - startedMs < liveMs;
}

function find(db: Database, drawId: string, nowMs: number): WatchedDraw | null {
  const draw = board.watched.get(drawId);
  if (draw?.origin !== originOf(db)) return null;
  draw.askedAtMs = nowMs;
  return draw;
}

/** A draw that is asked for now, as it is watched or from now on. */
export function watchDraw(db: Database, drawId: string, nowMs: number): WatchedDraw {
  const known = find(db, drawId, nowMs);
  if (known) return known;
  const draw = { origin: originOf(db), askedAtMs: nowMs, record: null, kept: null, reading: null };
  board.watched.set(drawId, draw);
  return draw;
}

/** Forgets a draw: who asks next reads all of it, and what is being read goes where nobody looks. */
export function forgetDraw(drawId: string): void {
  board.watched.delete(drawId);
}

/** The live state of a draw that is asked for now, as a look found it less than `liveMs` ago; null where none did. */
export function keptLive(db: Database, drawId: string, nowMs: number): KeptAnswer | null {
  const kept = find(db, drawId, nowMs)?.kept;
  return kept && isFresh(kept.lookedAtMs, nowMs) ? kept.answer : null;
}

function startLook(db: Database, nowMs: number): Look {
  for (const [drawId, { askedAtMs }] of [...board.watched.entries()]) {
    if (nowMs - askedAtMs >= watchedMs) board.watched.delete(drawId);
  }
  const origin = originOf(db);
  const ids = [...board.watched.entries()].flatMap(([drawId, draw]) => (draw.origin === origin ? [drawId] : []));
  const look: Look = { origin, ids: new Set(ids), startedMs: nowMs, isRunning: true, found: readCounters(db, ids) };
  const end = (isRead: boolean) => {
    look.isRunning = false;
    if (!isRead && board.look === look) board.look = null;
  };
  look.found.then(
    () => end(true),
    () => end(false),
  );
  board.look = look;
  return look;
}

/**
 * What changes of a watched draw, and when that look began: one statement for all that are watched, at most every
 * `liveMs`, and never two at once for one draw.
 */
export async function lookAtDraw(db: Database, drawId: string, nowMs: number) {
  const last = board.look;
  const isOurs = last?.origin === originOf(db) && last.ids.has(drawId);
  const look = last && isOurs && (last.isRunning || isFresh(last.startedMs, nowMs)) ? last : startLook(db, nowMs);
  return { startedMs: look.startedMs, counters: (await look.found).get(drawId) ?? null };
}
