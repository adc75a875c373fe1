import "server-only";

import { AsyncResource } from "node:async_hooks";

/** Buyers and operators wait for a `sale` page. `other` pages are refused under load. */
export type PagePriority = "sale" | "other";

/** A `shared` page will be cached for many visitors. */
export type RenderPriority = "shared" | PagePriority;

type Rendering = { isWanted: () => boolean; begin: (end: () => void) => void; drop: () => void };

/** With two, one computes while the other waits for the database. At most one has priority `other`. */
const maxRunning = 2;

const maxOthers = 100;

/** After a rendering, API calls get the thread for as long as it took, up to this. */
const longestPauseMs: Record<RenderPriority, number> = { shared: 5, sale: 5, other: 100 };

/** If no rendering of priority `other` has run for this long, the next one goes first. */
const starvationMs = 1000;

/** A slower rendering is waiting for another service, so it frees its place. */
const timeoutMs = 1000;

const waiting: Record<RenderPriority, Rendering[]> = { shared: [], sale: [], other: [] };
let running = 0;
let lastPriority: RenderPriority = "other";
let lastOtherMs = 0;

export function queueRendering(priority: RenderPriority, rendering: Rendering): boolean {
  if (priority === "other" && waiting.other.length >= maxOthers) {
    const unwanted = waiting.other.filter(({ isWanted }) => !isWanted());
    waiting.other = waiting.other.filter((other) => !unwanted.includes(other));
    for (const { drop } of unwanted) drop();
    if (waiting.other.length >= maxOthers) return false;
  }
  // Keeps the async context of its own request.
  waiting[priority].push({ ...rendering, begin: AsyncResource.bind(rendering.begin) });
  beginNext();
  return true;
}

/**
 * Begins one page answer per turn of the event loop, because sending a cached page takes up to a millisecond, and API
 * calls run in between.
 */
export function respondBetweenCalls(begin: () => void): void {
  answers.push(AsyncResource.bind(begin));
  if (answers.length === 1) setImmediate(beginAnswer);
}

function begin(rendering: Rendering, priority: RenderPriority): void {
  const startedMs = performance.now();
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    const tookMs = performance.now() - startedMs;
    const release = () => {
      running -= 1;
      beginNext();
    };
    setTimeout(release, Math.min(tookMs, longestPauseMs[priority]));
  };
  const timer = setTimeout(end, timeoutMs).unref();
  running += 1;
  rendering.begin(end);
}

function nextPriority(): RenderPriority | undefined {
  if (running >= maxRunning) return undefined;
  const isStarved = performance.now() - lastOtherMs > starvationMs;
  if (waiting.other.length > 0 && isStarved) return "other";
  if (waiting.shared.length > 0 && (lastPriority !== "shared" || waiting.sale.length === 0)) return "shared";
  if (waiting.sale.length > 0) return "sale";
  return waiting.other.length > 0 && running === 0 ? "other" : undefined;
}

function beginNext(): void {
  for (let priority = nextPriority(); priority; priority = nextPriority()) {
    const next = waiting[priority].shift();
    if (next?.isWanted()) {
      lastPriority = priority;
      if (priority === "other") lastOtherMs = performance.now();
      begin(next, priority);
    } else {
      next?.drop();
    }
  }
}

const answers: (() => void)[] = [];

function beginAnswer(): void {
  const begin = answers.shift();
  if (answers.length > 0) setImmediate(beginAnswer);
  begin?.();
}
