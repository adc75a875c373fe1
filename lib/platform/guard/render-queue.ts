import "server-only";

import { AsyncResource } from "node:async_hooks";

/** What a page is for. Whoever buys or sells waits for it; anybody else is refused when too many wait. */
export type Rank = "sale" | "other";

/** A page that is kept serves a crowd. */
export type Turn = "crowd" | Rank;

/** `isWanted` is called when its turn comes, and then `begin` or `drop`. */
type Rendering = { isWanted: () => boolean; begin: (end: () => void) => void; drop: () => void };

/** While one waits for the database, another computes. Never two of rank `other`. */
const atOnce = 2;

const mostOthers = 100;

/** After a rendering, the thread is left to calls for as long as it took, but at most this long, in ms. */
const longestPauseMs: Record<Turn, number> = { crowd: 5, sale: 5, other: 100 };

/** After this long without one of rank `other`, in ms, one has its turn. */
const standBackMs = 1000;

/** A rendering that takes longer, in ms, waits for something else, and holds up no other. */
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

/** Pages for a crowd and those of single buyers alternate. */
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

/** Begins a rendering in its turn. Returns false, and does nothing, if too many wait. */
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

/** Begins one answer of a page in each turn of the event loop, between calls: a kept page takes up to a millisecond. */
export function afterCalls(begin: () => void): void {
  answers.push(AsyncResource.bind(begin));
  if (answers.length === 1) setImmediate(beginAnswer);
}
