import "server-only";

import type { Actor } from "@/lib/actor";
import type { CallCounter } from "@/lib/platform/db/call-counts";
import { logRarely } from "@/lib/platform/server/log";
import type { Sealer } from "@/lib/platform/server/seal";

import { countByNetwork } from "./network-key";
import type { Refusal } from "./reasons";
import { refuseFor } from "./reasons";

/** What counting a call works with. */
export type Counting = { actor: Actor; calls: CallCounter; now: () => Date; sealer: Sealer };

/** What is counted: calls that make Apple or the gateway work before anything is paid, or cancelled orders. */
const counted = { calls: "calls to Apple or the gateway", cancels: "calls that cancel an order" } as const;

/**
 * Counts a buyer's call. Returns `too-many-calls`, with a retry time, once its browser or its network has made too many
 * of this kind: then nothing may be done for it. Counts across all processes.
 */
export async function refuseManyCalls(ctx: Counting, kind: keyof typeof counted = "calls"): Promise<Refusal | null> {
  const { actor, calls } = ctx;
  if (actor.kind !== "buyer") return null;
  // A network over its limit adds no row for each of its cookies, and neither does a cookie created for this call.
  const network = actor.address ? await countByNetwork(ctx, `network-${kind}`, actor.address) : null;
  const isUnknown = actor.isNew || actor.clientKey === "";
  const browser = network || isUnknown ? null : await calls(`browser-${kind}`, actor.clientKey);
  const seconds = network ?? browser;
  if (!seconds) return null;
  logRarely(`A limit refused ${counted[kind]} of one ${browser ? "browser" : "network"}`);
  return refuseFor("too-many-calls", seconds);
}
