import "server-only";

import ipaddr from "ipaddr.js";

import type { Actor } from "@/lib/actor";
import type { CallCounter, NetworkRule } from "@/lib/platform/db/call-counts";
import { logRarely } from "@/lib/platform/server/log";
import type { Sealer } from "@/lib/platform/server/seal";

import { clientNetworksOf } from "./client-address";
import type { Refusal } from "./reasons";
import { refuse, refuseFor } from "./reasons";

/** What counting by network works with. */
type Counting = { calls: CallCounter; now: () => Date; sealer: Sealer };

/** What counting a caller works with. */
export type CallerCounting = Counting & { actor: Actor };

/** Calls that make Apple or the gateway work before anything is paid, and cancelled orders. */
const kinds = { calls: "calls to Apple or the gateway", cancels: "calls that cancel an order" } as const;

/**
 * Counts a buyer's call for all processes. It is refused once its browser or its network has made too many of its kind:
 * then nothing may be done for it.
 */
export async function refuseManyCalls(
  ctx: CallerCounting,
  kind: keyof typeof kinds = "calls",
): Promise<Refusal<"too-many-calls"> | null> {
  const { actor, calls } = ctx;
  if (actor.kind !== "buyer") return null;
  // A network over its limit adds no row for each of its cookies, and neither does a cookie created for this call.
  const network = actor.address ? await countByNetwork(ctx, `network-${kind}`, actor.address) : null;
  const isUnknown = actor.isNew || actor.clientKey === "";
  const browser = network || isUnknown ? null : await calls(`browser-${kind}`, actor.clientKey);
  const seconds = network ?? browser;
  if (!seconds) return null;
  logRarely(`A limit refused ${kinds[kind]} of one ${browser ? "browser" : "network"}`);
  return refuseFor("too-many-calls", seconds);
}

/** The region of an address, for a log that stores none in full: the first 24 bits of IPv4, the first 48 of IPv6. */
function regionOf(address: string): string {
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4"
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/48`).toString()}/48`;
}

/**
 * Counts and logs a wrong admin key. Callers compare the key first, so that the right one always works, whoever guesses
 * from its network.
 */
export async function refuseKey(
  ctx: Counting,
  address: string,
): Promise<Refusal<"admin-key-wrong" | "too-many-tries">> {
  logRarely("A wrong admin key was sent", `, the last from ${regionOf(address)}`);
  const seconds = await countByNetwork(ctx, "admin-keys", address);
  return seconds ? refuseFor("too-many-tries", seconds) : refuse("admin-key-wrong");
}

/** The first 96 bits of a digest: enough to tell networks apart, too little to be anything else. */
const keyBytes = 12;

/**
 * Keys of an address's network and of the wide one around it: digests under a key of this installation and of the day
 * (in UTC), never the address. Rows with such keys are gone within 48 hours.
 */
export function networkKeysOf(
  { sealer, now }: Pick<Counting, "sealer" | "now">,
  address: string,
): { network: string; wide: string | null } {
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
export async function countByNetwork(ctx: Counting, rule: NetworkRule, address: string): Promise<number | null> {
  const { network, wide } = networkKeysOf(ctx, address);
  const seconds = await ctx.calls(rule, network);
  return seconds || wide === null ? seconds : ctx.calls(`wide-${rule}`, wide);
}
