import "server-only";

import type { Sealer } from "@/lib/platform/server/seal";

import { clientNetworkOf } from "./client-address";

/** The first 96 bits of a digest: enough to tell networks apart, too little to be anything else. */
const keyBytes = 12;

/**
 * Identifies the network of an address where calls are counted: a digest under a key of its day (in UTC) and of this
 * installation, never the address; rows with such keys are gone within 48 hours.
 */
export function networkKeyOf({ sealer, now }: { sealer: Sealer; now: () => Date }, address: string): string {
  const day = now().toISOString().slice(0, 10);
  const digest = sealer.digest(`${day} ${clientNetworkOf(address)}`, "network of a caller");
  return Buffer.from(digest.subarray(0, keyBytes)).toString("base64url");
}
