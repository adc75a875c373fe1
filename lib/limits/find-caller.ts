import "server-only";

import type { Actor } from "@/lib/actor";
import { getNetworkKeys } from "@/lib/platform/http/limit-calls";
import type { Sealer } from "@/lib/platform/server/seal";

import type { Caller } from "./rules";

/** A network is stored for at most 48 hours, as a digest keyed by day and installation, never as an address. */
export function findCaller({ actor, sealer, now }: { actor: Actor; sealer: Sealer; now: () => Date }): Caller {
  const noNetworks = { network: null, wideNetwork: null };
  if (actor.kind === "device") return { ...noNetworks, client: null, deviceId: actor.deviceId };
  if (actor.kind !== "buyer") return { ...noNetworks, client: null, deviceId: null };
  const { ipAddress, clientKey, isNew } = actor;
  const client = clientKey === "" || isNew ? null : clientKey;
  const networks = ipAddress === null ? noNetworks : getNetworkKeys({ sealer, now }, ipAddress);
  return { ...networks, client, deviceId: null };
}
