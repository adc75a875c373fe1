import "server-only";

import type { CallCounter, NetworkRule } from "@/lib/platform/db/call-counts";
import type { Sealer } from "@/lib/platform/server/seal";

import { clientNetworksOf } from "./client-address";

/** What keys of networks are made with. */
type Keying = { sealer: Sealer; now: () => Date };

/** The keys of a caller's network and of the wide one around it, null where there is none. */
type NetworkKeys = { network: string; wide: string | null };

/** The first 96 bits of a digest: enough to tell networks apart, too little to be anything else. */
const keyBytes = 12;

/**
 * Identifies the networks of an address where calls are counted: digests under a key of their day (in UTC) and of this
 * installation, never the address; rows with such keys are gone within 48 hours.
 */
export function networkKeysOf({ sealer, now }: Keying, address: string): NetworkKeys {
  const day = now().toISOString().slice(0, 10);
  const keyOf = (range: string) => {
    const digest = sealer.digest(`${day} ${range}`, "network of a caller");
    return Buffer.from(digest.subarray(0, keyBytes)).toString("base64url");
  };
  const { network, wide } = clientNetworksOf(address);
  return { network: keyOf(network), wide: wide && keyOf(wide) };
}

/**
 * Counts a call of an address in its network, and in the wide one, which may make twice as many. Returns null while it
 * may continue, otherwise the seconds until it may again. A network over its limit uses up nothing of the wide one.
 */
export async function countByNetwork(
  ctx: Keying & { calls: CallCounter },
  rule: NetworkRule,
  address: string,
): Promise<number | null> {
  const { network, wide } = networkKeysOf(ctx, address);
  const seconds = await ctx.calls(rule, network);
  return seconds || wide === null ? seconds : ctx.calls(`wide-${rule}`, wide);
}
