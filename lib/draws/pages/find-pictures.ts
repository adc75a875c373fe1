import "server-only";

import { LRUCache } from "lru-cache";
import pLimit from "p-limit";

import type { Context } from "@/lib/context";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { HostedPicture } from "@/lib/gateways/picture-host/gateway";
import { logRarely } from "@/lib/platform/server/log";
import { withTimeout } from "@/lib/platform/server/with-timeout";

/** `data` is a `data:` URL. */
export type DrawnPicture = { address: string; data: string };

export type DrawPictures = { banner: DrawnPicture | null; logo: DrawnPicture | null };

type KeptPicture = { picture: DrawnPicture | null; untilMs: number };

const keptMs = { found: 10 * 60_000, missing: 60_000 };

const kept = new LRUCache<string, KeptPicture>({
  max: 200,
  maxSize: 48 * 1024 * 1024,
  sizeCalculation: ({ picture }) => 100 + (picture?.data.length ?? 0),
});

const fetches = new Map<string, Promise<DrawnPicture | null>>();
const fewAtATime = pLimit(4);
const maxFetches = 40;

/** In ms, including the turn in the queue. */
const patienceMs = 4000;

export async function findPictures(
  ctx: Pick<Context, "pictures">,
  { bannerImage, charity }: Pick<PublicDraw, "bannerImage" | "charity">,
): Promise<DrawPictures> {
  const [banner, logo] = await Promise.all([find(ctx, bannerImage?.url), find(ctx, charity?.logo)]);
  return { banner, logo };
}

async function find(ctx: Pick<Context, "pictures">, address: string | undefined): Promise<DrawnPicture | null> {
  if (!address) return null;
  const earlier = kept.get(address);
  if (earlier && performance.now() < earlier.untilMs) return earlier.picture;
  const running = fetches.get(address);
  if (!running && fetches.size >= maxFetches) return null;
  return withTimeout(running ?? startFetch(ctx, address), patienceMs).catch(() => null);
}

function startFetch(ctx: Pick<Context, "pictures">, address: string): Promise<DrawnPicture | null> {
  const fetching = fetchPicture(ctx, address).finally(() => fetches.delete(address));
  fetches.set(address, fetching);
  return fetching;
}

async function fetchPicture({ pictures }: Pick<Context, "pictures">, address: string): Promise<DrawnPicture | null> {
  const picture = toDrawn(address, await fewAtATime(() => pictures.get(address)));
  kept.set(address, { picture, untilMs: performance.now() + (picture ? keptMs.found : keptMs.missing) });
  return picture;
}

function toDrawn(address: string, answer: HostedPicture): DrawnPicture | null {
  if (answer.kind === "picture") {
    return { address, data: `data:${answer.type};base64,${Buffer.from(answer.bytes).toString("base64")}` };
  }
  logRarely("A picture of a draw could not be had", `: ${answer.problem}`);
  return null;
}
