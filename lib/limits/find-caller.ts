import "server-only";

import type { Actor } from "@/lib/actor";
import { networkKeysOf } from "@/lib/platform/http/limit-calls";
import type { Sealer } from "@/lib/platform/server/seal";

import type { Caller } from "./rules";

/**
 * A network is kept as a digest under a key of its day and of this installation, never as an address; rows with such
 * keys are gone within 48 hours. A tablet counts by itself, whatever its network.
 */
export function findCaller({ actor, sealer, now }: { actor: Actor; sealer: Sealer; now: () => Date }): Caller {
  const nowhere = { network: null, wide: null };
  if (actor.kind === "device") return { ...nowhere, client: null, deviceId: actor.deviceId };
  if (actor.kind !== "buyer") return { ...nowhere, client: null, deviceId: null };
  const { address, clientKey, isNew } = actor;
  const client = clientKey === "" || isNew ? null : clientKey;
  const networks = address === null ? nowhere : networkKeysOf({ sealer, now }, address);
  return { ...networks, client, deviceId: null };
}
