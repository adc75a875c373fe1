import "server-only";

import ipaddr from "ipaddr.js";

import type { Actor } from "@/lib/actor";
import type { CallCounter, NetworkRule } from "@/lib/platform/db/call-counts";
import { logRarely } from "@/lib/platform/server/log";
import type { Sealer } from "@/lib/platform/server/seal";

import { getClientNetworks } from "./client-ip";
import type { Refusal, RefusalReason } from "./reasons";
import { refuse, refuseFor } from "./reasons";

type NetworkContext = { calls: CallCounter; now: () => Date; sealer: Sealer };

export type CallerContext = NetworkContext & { actor: Actor };

const kindLabels = { calls: "calls to Apple or the gateway", cancels: "calls that cancel an order" } as const;

export async function checkCallLimit(
  ctx: CallerContext,
  kind: keyof typeof kindLabels = "calls",
): Promise<Refusal<"too-many-calls"> | null> {
  const { actor, calls } = ctx;
  if (actor.kind !== "buyer") return null;
  // A network over its limit, or a cookie created by this call, must not add a row per cookie.
  const network = actor.ipAddress ? await countByNetwork(ctx, `network-${kind}`, actor.ipAddress) : null;
  const isNewBrowser = actor.isNew || actor.clientKey === "";
  const browser = network || isNewBrowser ? null : await calls(`browser-${kind}`, actor.clientKey);
  const seconds = network ?? browser;
  if (!seconds) return null;
  logRarely(`A limit refused ${kindLabels[kind]} of one ${browser ? "browser" : "network"}`);
  return refuseFor("too-many-calls", seconds);
}

/** The log has no full IP address: /24 of IPv4, /48 of IPv6. */
function maskIpAddress(ipAddress: string): string {
  const ip = ipaddr.process(ipAddress);
  return ip.kind() === "ipv4"
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/48`).toString()}/48`;
}

export function refuseWrongAdminKey(
  ctx: NetworkContext,
  ipAddress: string,
): Promise<Refusal<"admin-key-wrong" | "too-many-tries">> {
  return refuseWrongSecret(ctx, ipAddress, "admin key", "admin-key-wrong");
}

/**
 * Counts and logs a wrong secret for an admin's call. Callers compare the secret first, so that the right one always
 * works, even while its network is over the limit.
 */
export async function refuseWrongSecret<Reason extends RefusalReason>(
  ctx: NetworkContext,
  ipAddress: string,
  secretKind: "admin key" | "passkey" | "invitation" | "session",
  reason: Reason,
): Promise<Refusal<Reason | "too-many-tries">> {
  logRarely(`A wrong ${secretKind} was sent`, `, the last from ${maskIpAddress(ipAddress)}`);
  const seconds = await countByNetwork(ctx, "admin-keys", ipAddress);
  return seconds ? refuseFor("too-many-tries", seconds) : refuse(reason);
}

/** 96 bits are enough to identify a network. */
const keyBytes = 12;

/**
 * Digests under a key of this installation and the UTC day, never an IP address. Rows are deleted within 48 hours.
 */
export function getNetworkKeys(
  { sealer, now }: Pick<NetworkContext, "sealer" | "now">,
  ipAddress: string,
): { network: string; wideNetwork: string | null } {
  const day = now().toISOString().slice(0, 10);
  const toKey = (range: string) => {
    const digest = sealer.digest(`${day} ${range}`, "network of a caller");
    return Buffer.from(digest.subarray(0, keyBytes)).toString("base64url");
  };
  const { network, wideNetwork } = getClientNetworks(ipAddress);
  return { network: toKey(network), wideNetwork: wideNetwork && toKey(wideNetwork) };
}

export async function countByNetwork(
  ctx: NetworkContext,
  rule: NetworkRule,
  ipAddress: string,
): Promise<number | null> {
  const { network, wideNetwork } = getNetworkKeys(ctx, ipAddress);
  const seconds = await ctx.calls(rule, network);
  return seconds || wideNetwork === null ? seconds : ctx.calls(`wide-${rule}`, wideNetwork);
}
