import "server-only";

import type { Actor } from "@/lib/actor";
import type { CallCounter } from "@/lib/platform/db/call-counts";
import { logRarely } from "@/lib/platform/server/log";
import type { Sealer } from "@/lib/platform/server/seal";

import { networkKeyOf } from "./network-key";
import type { Refusal } from "./reasons";
import { refuseFor } from "./reasons";

/** What counting a call works with. */
export type Counting = { actor: Actor; calls: CallCounter; now: () => Date; sealer: Sealer };

/**
 * Counts a buyer's call that makes Apple or the gateway work before anything is paid. Returns `too-many-calls`, with a
 * retry time, once its browser or its network has made too many: then no third party may be called. Counts across all
 * processes.
 */
export async function refuseManyCalls(ctx: Counting): Promise<Refusal | null> {
  const { actor, calls } = ctx;
  if (actor.kind !== "buyer") return null;
  // A network over its limit adds no row for each of its cookies, and neither does a cookie created for this call.
  const network = actor.address ? await calls("network-calls", networkKeyOf(ctx, actor.address)) : null;
  const browser = network || actor.isNew ? null : await calls("browser-calls", actor.clientKey);
  const seconds = network ?? browser;
  if (!seconds) return null;
  logRarely(`A limit refused calls of one ${browser ? "browser" : "network"} to Apple or the gateway`);
  return refuseFor("too-many-calls", seconds);
}
