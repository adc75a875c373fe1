import "server-only";

import { AsyncResource } from "node:async_hooks";

/** What a page is for: who buys or sells always waits for it; anybody else is told when too many wait. */
export type Rank = "sale" | "other";

/** When a page is rendered: one that is kept serves a crowd. */
export type Turn = "crowd" | Rank;

/** A rendering: whether anybody still wants it, asked when its turn comes, and what begins or drops it. */
type Rendering = { isWanted: () => boolean; begin: (end: () => void) => void; drop: () => void };

/** Renderings at once: while one waits for the database, another one computes. No two of rank `other`. */
const atOnce = 2;

/** Renderings of rank `other` that wait at most. */
const mostOthers = 100;

/** How long the thread is left to calls after a rendering, in ms: as long as it took, but at most this long. */
const longestPauseMs: Record<Turn, number> = { crowd: 5, sale: 5, other: 100 };

/** How long renderings of rank `other` may stand back behind those of others, in ms; then one has its turn. */
const standBackMs = 1000;

/** How long a rendering keeps others waiting, in ms: one that takes longer waits for something else. */
const longestMs = 1000;

const waiting: Record<Turn, Rendering[]> = { crowd: [], sale: [], other: [] };
let underWay = 0;
let lastTurn: Turn = "other";
let lastOtherMs = 0;

function begin(rendering: Rendering, turn: Turn): void {
  const begunAtMs = performance.now();
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    const tookMs = performance.now() - begunAtMs;
    const goOn = () => {
      underWay -= 1;
      beginNext();
    };
    setTimeout(goOn, Math.min(tookMs, longestPauseMs[turn]));
  };
  const timer = setTimeout(end, longestMs).unref();
  underWay += 1;
  rendering.begin(end);
}

/** Pages for a crowd and those of single buyers take turns; others wait until there are none, or for long enough. */
function nextTurn(): Turn | undefined {
  if (underWay >= atOnce) return undefined;
  const stoodBack = performance.now() - lastOtherMs > standBackMs;
  if (waiting.other.length > 0 && stoodBack) return "other";
  if (waiting.crowd.length > 0 && (lastTurn !== "crowd" || waiting.sale.length === 0)) return "crowd";
  if (waiting.sale.length > 0) return "sale";
  return waiting.other.length > 0 && underWay === 0 ? "other" : undefined;
}

function beginNext(): void {
  for (let turn = nextTurn(); turn; turn = nextTurn()) {
    const next = waiting[turn].shift();
    if (next?.isWanted()) {
      lastTurn = turn;
      if (turn === "other") lastOtherMs = performance.now();
      begin(next, turn);
    } else {
      next?.drop();
    }
  }
}

/** Begins a rendering when it is its turn. False, and nothing is done, if too many others wait. */
export function queueRendering(turn: Turn, rendering: Rendering): boolean {
  if (turn === "other" && waiting.other.length >= mostOthers) {
    const gone = waiting.other.filter(({ isWanted }) => !isWanted());
    waiting.other = waiting.other.filter((other) => !gone.includes(other));
    for (const { drop } of gone) drop();
    if (waiting.other.length >= mostOthers) return false;
  }
  // Each goes on in the scope of its own request.
  waiting[turn].push({ ...rendering, begin: AsyncResource.bind(rendering.begin) });
  beginNext();
  return true;
}

const answers: (() => void)[] = [];

function beginAnswer(): void {
  const begin = answers.shift();
  if (answers.length > 0) setImmediate(beginAnswer);
  begin?.();
}

/**
 * Begins the answer of a page after what calls have to do meanwhile: of pages that came at once, one in each turn of
 * the event loop. Even a kept page takes up to a millisecond.
 */
export function afterCalls(begin: () => void): void {
  answers.push(AsyncResource.bind(begin));
  if (answers.length === 1) setImmediate(beginAnswer);
}
