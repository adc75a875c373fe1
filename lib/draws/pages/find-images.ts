import "server-only";

import { LRUCache } from "lru-cache";
import pLimit from "p-limit";

import type { Context } from "@/lib/context";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { HostedImage } from "@/lib/gateways/image-host/port";
import { logRarely } from "@/lib/platform/server/log";
import { withTimeout } from "@/lib/platform/server/with-timeout";

/** `data` is a `data:` URL. */
export type EmbeddedImage = { url: string; data: string };

export type DrawImages = { banner: EmbeddedImage | null; logo: EmbeddedImage | null };

type CachedImage = { picture: EmbeddedImage | null; untilMs: number };

const cacheMs = { found: 10 * 60_000, missing: 60_000 };

const cache = new LRUCache<string, CachedImage>({
  max: 200,
  maxSize: 48 * 1024 * 1024,
  sizeCalculation: ({ picture }) => 100 + (picture?.data.length ?? 0),
});

const fetches = new Map<string, Promise<EmbeddedImage | null>>();
const limitFetches = pLimit(4);
const maxFetches = 40;

/** Includes the wait in the queue. */
const fetchTimeoutMs = 4000;

export async function findImages(
  ctx: Pick<Context, "pictures">,
  { bannerImage, charity }: Pick<PublicDraw, "bannerImage" | "charity">,
): Promise<DrawImages> {
  const [banner, logo] = await Promise.all([findImage(ctx, bannerImage?.url), findImage(ctx, charity?.logo)]);
  return { banner, logo };
}

async function findImage(ctx: Pick<Context, "pictures">, url: string | undefined): Promise<EmbeddedImage | null> {
  if (!url) return null;
  const cached = cache.get(url);
  if (cached && performance.now() < cached.untilMs) return cached.picture;
  const runningFetch = fetches.get(url);
  if (!runningFetch && fetches.size >= maxFetches) return null;
  return withTimeout(runningFetch ?? startFetch(ctx, url), fetchTimeoutMs).catch(() => null);
}

function startFetch(ctx: Pick<Context, "pictures">, url: string): Promise<EmbeddedImage | null> {
  const promise = fetchImage(ctx, url).finally(() => fetches.delete(url));
  fetches.set(url, promise);
  return promise;
}

async function fetchImage({ pictures }: Pick<Context, "pictures">, url: string): Promise<EmbeddedImage | null> {
  const picture = toEmbeddedImage(url, await limitFetches(() => pictures.get(url)));
  cache.set(url, { picture, untilMs: performance.now() + (picture ? cacheMs.found : cacheMs.missing) });
  return picture;
}

function toEmbeddedImage(url: string, answer: HostedImage): EmbeddedImage | null {
  if (answer.kind === "image") {
    return { url, data: `data:${answer.type};base64,${Buffer.from(answer.bytes).toString("base64")}` };
  }
  logRarely("A picture of a draw could not be loaded", `: ${answer.problem}`);
  return null;
}
