import "server-only";

import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { logRarely } from "./log";
import { withTimeout } from "./with-timeout";

export type Picture = Uint8Array<ArrayBuffer>;

type Draw = () => Promise<Picture>;

type ImageRequest = { name: string; identity: string; draw: Draw };

type CachedImage = { identity: string; picture: Picture; drawnAtMs: number };

type Limits = {
  /** At least this long between two drawings of a picture. */
  freshMs?: number;
  timeoutMs?: number;
  /** The pause after a drawing, as a multiple of its duration. */
  pauseFactor?: number;
  /** A pause up to this long may be postponed, because the first cards of a page are requested one after the other. */
  maxPostponedPauseMs?: number;
  /** After waiting this long, a request gets an older picture or none. */
  waitMs?: number;
  /** If this many requests wait, further ones get an older picture or none. */
  maxWaiting?: number;
  afterFailureMs?: number;
};

const cacheLimits = {
  max: 400,
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ picture }: CachedImage) => picture.length,
};

/**
 * Draws one picture at a time, with pauses, because drawing takes far longer than a call. Returns null if there is no
 * picture and none can be drawn now.
 */
export function createImageCache(limits: Limits = {}) {
  const {
    freshMs = 60_000,
    timeoutMs = 5000,
    pauseFactor = 4,
    maxPostponedPauseMs = 12_000,
    waitMs = 8000,
    maxWaiting = 20,
  } = limits;
  const { afterFailureMs = 0 } = limits;
  const pictures = new LRUCache<string, CachedImage>(cacheLimits);
  const failedAtMs = new LRUCache<string, number>({ max: cacheLimits.max });
  const waiting = new Map<string, Promise<Picture | null>>();
  const drawOne = pLimit(1);
  let pausedUntilMs = 0;

  async function draw({ name, identity, draw: work }: ImageRequest): Promise<Picture | null> {
    try {
      const picture = await withTimeout(work(), timeoutMs);
      pictures.set(name, { identity, picture, drawnAtMs: performance.now() });
      return picture;
    } catch (error) {
      failedAtMs.set(name, performance.now());
      logRarely("A picture could not be drawn", `: ${error instanceof Error ? error.message : "no reason"}`);
      return null;
    }
  }

  function drawQueued(request: ImageRequest): Promise<Picture | null> {
    const drawing = new Promise<Picture | null>((resolve) => {
      void drawOne(async () => {
        const startedMs = performance.now();
        resolve(await draw(request));
        const tookMs = performance.now() - startedMs;
        pausedUntilMs = Math.max(pausedUntilMs, startedMs) + tookMs * (1 + pauseFactor);
        await pause(Math.max(0, pausedUntilMs - maxPostponedPauseMs - performance.now()));
      });
    }).finally(() => waiting.delete(request.name));
    waiting.set(request.name, drawing);
    return drawing;
  }

  return async function getPicture(request: ImageRequest): Promise<Picture | null> {
    const cached = pictures.get(request.name);
    const isSame = cached?.identity === request.identity;
    if (cached && (isSame || performance.now() - cached.drawnAtMs < freshMs)) return cached.picture;
    const failedMs = failedAtMs.get(request.name);
    if (failedMs !== undefined && performance.now() - failedMs < afterFailureMs) return cached?.picture ?? null;
    const pending = waiting.get(request.name);
    if (!pending && waiting.size >= maxWaiting) return cached?.picture ?? null;
    const drawing = withTimeout(pending ?? drawQueued(request), waitMs).catch(() => null);
    return (await drawing) ?? cached?.picture ?? null;
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
