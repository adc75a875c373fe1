import "server-only";

import { LRUCache } from "lru-cache";
import pLimit from "p-limit";

import type { Context } from "@/lib/context";
import type { HostedPicture } from "@/lib/gateways/picture-host/gateway";
import { endAfter } from "@/lib/platform/server/end-after";
import { logRarely } from "@/lib/platform/server/log";
import type { PublicDraw } from "./rules.projection";

/** A picture that can be drawn: where it is from, and itself as a data address. */
export type DrawnPicture = { address: string; data: string };

/** The pictures of a draw that could be had. */
export type FoundPictures = { banner: DrawnPicture | null; logo: DrawnPicture | null };

/** What is known of an address; a picture that was missing is asked for again after a minute. */
type Known = { picture: DrawnPicture | null; untilMs: number };

const keptMs = { found: 10 * 60_000, missing: 60_000 };

const known = new LRUCache<string, Known>({
  max: 200,
  maxSize: 48 * 1024 * 1024,
  sizeCalculation: ({ picture }) => 100 + (picture?.data.length ?? 0),
});

/** Few are asked for at once, and the others wait for their turn; who asks for one that is under way joins. */
const underWay = new Map<string, Promise<DrawnPicture | null>>();
const fewAtATime = pLimit(4);
const mostUnderWay = 40;

/** Nobody waits longer for a picture, its turn included; the host's own time begins with the turn. */
const patienceMs = 4000;

function drawable(address: string, found: HostedPicture): DrawnPicture | null {
  if (found.kind === "picture") {
    return { address, data: `data:${found.type};base64,${Buffer.from(found.bytes).toString("base64")}` };
  }
  logRarely("A picture of a draw could not be had", `: ${found.problem}`);
  return null;
}

async function ask({ pictures }: Pick<Context, "pictures">, address: string): Promise<DrawnPicture | null> {
  const picture = drawable(address, await fewAtATime(() => pictures.get(address)));
  known.set(address, { picture, untilMs: performance.now() + (picture ? keptMs.found : keptMs.missing) });
  return picture;
}

function begin(ctx: Pick<Context, "pictures">, address: string): Promise<DrawnPicture | null> {
  const asking = ask(ctx, address).finally(() => underWay.delete(address));
  underWay.set(address, asking);
  return asking;
}

async function find(ctx: Pick<Context, "pictures">, address: string | undefined): Promise<DrawnPicture | null> {
  if (!address) return null;
  const remembered = known.get(address);
  if (remembered && performance.now() < remembered.untilMs) return remembered.picture;
  const asked = underWay.get(address);
  if (!asked && underWay.size >= mostUnderWay) return null;
  return endAfter(asked ?? begin(ctx, address), patienceMs).catch(() => null);
}

/** Finds the first picture of a draw and its charity's logo, to be drawn. Null for one that isn't there, or not now. */
export async function findPictures(
  ctx: Pick<Context, "pictures">,
  { bannerImage, charity }: Pick<PublicDraw, "bannerImage" | "charity">,
): Promise<FoundPictures> {
  const [banner, logo] = await Promise.all([find(ctx, bannerImage?.url), find(ctx, charity?.logo)]);
  return { banner, logo };
}
