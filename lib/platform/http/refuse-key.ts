import "server-only";

import ipaddr from "ipaddr.js";

import type { CallCounter } from "@/lib/platform/db/call-counts";
import { logRarely } from "@/lib/platform/server/log";
import type { Sealer } from "@/lib/platform/server/seal";

import { countByNetwork } from "./network-key";
import type { Refusal } from "./reasons";
import { refuse, refuseFor } from "./reasons";

/** The region of an address, for a log that stores none in full: the first 24 bits of IPv4, the first 48 of IPv6. */
function regionOf(address: string): string {
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv4"
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/48`).toString()}/48`;
}

/**
 * Answers a wrong admin key from `address`, counted across all processes and logged: `admin-key-wrong`, or
 * `too-many-tries` with a retry time. Callers compare the key first, so that the right one always works, whoever
 * guesses from its network.
 */
export async function refuseKey(
  ctx: { calls: CallCounter; now: () => Date; sealer: Sealer },
  address: string,
): Promise<Refusal> {
  logRarely("A wrong admin key was sent", `, the last from ${regionOf(address)}`);
  const seconds = await countByNetwork(ctx, "admin-keys", address);
  return seconds ? refuseFor("too-many-tries", seconds) : refuse("admin-key-wrong");
}
