import "server-only";

import { AsyncResource } from "node:async_hooks";

/** A buyer or seller waits for a `sale` page; `other` pages are refused under load. */
export type Rank = "sale" | "other";

/** `crowd`: a page that will be cached for many visitors. */
export type Turn = "crowd" | Rank;

/** After `isWanted`, either `begin` or `drop` is called. */
type Rendering = { isWanted: () => boolean; begin: (end: () => void) => void; drop: () => void };

/** One computes while another waits for the database. At most one has rank `other`. */
const atOnce = 2;

const mostOthers = 100;

/** After a rendering, API calls get the thread for as long as it took, up to this, in ms. */
const longestPauseMs: Record<Turn, number> = { crowd: 5, sale: 5, other: 100 };

/** Without a rendering of rank `other` for this long, in ms, one goes first. */
const standBackMs = 1000;

/** A slower rendering waits for something else and frees its place, in ms. */
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

/** Crowd and single buyers alternate. */
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

/** Returns false if too many wait. */
export function queueRendering(turn: Turn, rendering: Rendering): boolean {
  if (turn === "other" && waiting.other.length >= mostOthers) {
    const gone = waiting.other.filter(({ isWanted }) => !isWanted());
    waiting.other = waiting.other.filter((other) => !gone.includes(other));
    for (const { drop } of gone) drop();
    if (waiting.other.length >= mostOthers) return false;
  }
  // In the async scope of its own request.
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

/** One page answer per turn of the event loop, between API calls: a cached page takes up to a millisecond. */
export function afterCalls(begin: () => void): void {
  answers.push(AsyncResource.bind(begin));
  if (answers.length === 1) setImmediate(beginAnswer);
}
