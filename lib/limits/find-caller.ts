import "server-only";

import type { Actor } from "@/lib/actor";
import { networkKeyOf } from "@/lib/platform/http/network-key";
import type { Sealer } from "@/lib/platform/server/seal";

import type { Caller } from "./rules";

/**
 * Finds out whom a call counts for. A network is kept as a digest under a key of its day and of this installation,
 * never as an address; rows with such keys are gone within 48 hours. A tablet counts by itself alone, whatever network
 * it is in.
 */
export function findCaller({ actor, sealer, now }: { actor: Actor; sealer: Sealer; now: () => Date }): Caller {
  if (actor.kind === "device") return { network: null, client: null, deviceId: actor.deviceId };
  if (actor.kind !== "buyer") return { network: null, client: null, deviceId: null };
  const { address, clientKey, isNew } = actor;
  const client = clientKey === "" || isNew ? null : clientKey;
  if (address === null) return { network: null, client, deviceId: null };
  return { network: networkKeyOf({ sealer, now }, address), client, deviceId: null };
}
