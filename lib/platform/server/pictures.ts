import "server-only";

import { LRUCache } from "lru-cache";
import pLimit from "p-limit";

import { endAfter } from "./end-after";
import { logRarely } from "./log";

export type Picture = Uint8Array<ArrayBuffer>;

type Draw = () => Promise<Picture>;

/** `identity`: everything that the picture shows. */
type Wanted = { name: string; identity: string; draw: Draw };

type Drawn = { identity: string; picture: Picture; drawnAtMs: number };

type Limits = {
  /** Minimum time between drawings of a picture, in ms. */
  freshMs?: number;
  /** Timeout of a drawing, in ms. */
  endMs?: number;
  /** Pause after a drawing, as a multiple of its duration. */
  rest?: number;
  /** Pause that may be owed, in ms: the first cards of a page come one after the other. */
  owed?: number;
  /** After this wait, in ms, an older picture or none is returned. */
  patienceMs?: number;
  /** Concurrently awaited pictures; further requests get an older one or none. */
  mostWaiting?: number;
  /** Retry delay after a failure, in ms. */
  afterFailureMs?: number;
};

const kept = { max: 400, maxSize: 32 * 1024 * 1024, sizeCalculation: ({ picture }: Drawn) => picture.length };

/** Doesn't keep the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

/**
 * Drawing costs much more than a call, so it is limited: one at a time, with pauses and timeouts. Null if there is no
 * picture and none can be drawn now.
 */
export function createPictures(limits: Limits = {}) {
  const { freshMs = 60_000, endMs = 5000, rest = 4, owed = 12_000, patienceMs = 8000, mostWaiting = 20 } = limits;
  const { afterFailureMs = 0 } = limits;
  const pictures = new LRUCache<string, Drawn>(kept);
  const failedAtMs = new LRUCache<string, number>({ max: kept.max });
  const waiting = new Map<string, Promise<Picture | null>>();
  const oneAtATime = pLimit(1);
  let restedAtMs = 0;

  async function draw({ name, identity, draw: work }: Wanted): Promise<Picture | null> {
    try {
      const picture = await endAfter(work(), endMs);
      pictures.set(name, { identity, picture, drawnAtMs: performance.now() });
      return picture;
    } catch (error) {
      failedAtMs.set(name, performance.now());
      logRarely("A picture could not be drawn", `: ${error instanceof Error ? error.message : "no reason"}`);
      return null;
    }
  }

  function drawInTurn(wanted: Wanted): Promise<Picture | null> {
    const drawing = new Promise<Picture | null>((resolve) => {
      void oneAtATime(async () => {
        const startedMs = performance.now();
        resolve(await draw(wanted));
        const tookMs = performance.now() - startedMs;
        restedAtMs = Math.max(restedAtMs, startedMs) + tookMs * (1 + rest);
        await pause(Math.max(0, restedAtMs - owed - performance.now()));
      });
    }).finally(() => waiting.delete(wanted.name));
    waiting.set(wanted.name, drawing);
    return drawing;
  }

  return async function pictureOf(wanted: Wanted): Promise<Picture | null> {
    const earlier = pictures.get(wanted.name);
    const isSame = earlier?.identity === wanted.identity;
    if (earlier && (isSame || performance.now() - earlier.drawnAtMs < freshMs)) return earlier.picture;
    const failed = failedAtMs.get(wanted.name);
    if (failed !== undefined && performance.now() - failed < afterFailureMs) return earlier?.picture ?? null;
    const underWay = waiting.get(wanted.name);
    if (!underWay && waiting.size >= mostWaiting) return earlier?.picture ?? null;
    const drawing = endAfter(underWay ?? drawInTurn(wanted), patienceMs).catch(() => null);
    return (await drawing) ?? earlier?.picture ?? null;
  };
}
