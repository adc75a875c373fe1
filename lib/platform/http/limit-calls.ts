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
 * Counts a call of a buyer that makes Apple or the gateway work before anything is paid. Gives `too-many-calls`, with
 * when to call again, once its browser or its network has made too many: then nobody is to be asked. Counts for all
 * processes.
 */
export async function refuseManyCalls(ctx: Counting): Promise<Refusal | null> {
  const { actor, calls } = ctx;
  if (actor.kind !== "buyer") return null;
  // A network without room writes no row for each of its cookies, nor does a cookie that was made for this call alone.
  const network = actor.address ? await calls("network-calls", networkKeyOf(ctx, actor.address)) : null;
  const browser = network || actor.isNew ? null : await calls("browser-calls", actor.clientKey);
  const seconds = network ?? browser;
  if (!seconds) return null;
  logRarely(`A limit refused calls of one ${browser ? "browser" : "network"} to Apple or the gateway`);
  return refuseFor("too-many-calls", seconds);
}
