import ipaddr from "ipaddr.js";

/** The guard before Next gives handlers the address of the socket in it; a caller's own is overwritten. */
export const peerHeader = "x-tirage-peer";

/** For a socket that was gone before its address was read. */
const nobody = "0.0.0.0";

/**
 * An IPv6 customer gets between a /64 and a /48 (RFC 6177), a home usually a /56, and a phone a /64 of its carrier's
 * range: a /56 counts as one caller, and a /48 is limited as a whole.
 */
const bits = { network: 56, wide: 48 } as const;

/** An address as proxies write it, normalized: without port, and IPv4 in IPv6 as IPv4. */
function readAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, "");
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
}

/**
 * The client's address, normalized: what the outermost of `hops` trusted proxies saw (`X-Forwarded-For`), or without
 * one the other end of the socket.
 */
export function clientAddressOf(headers: Headers, hops: number): string {
  const chain = (headers.get("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
  const forwarded = hops > 0 ? readAddress(chain.at(-hops) ?? "") : null;
  return forwarded ?? readAddress(headers.get(peerHeader) ?? "") ?? nobody;
}

/** The network that counts as one caller, and the wide network around it, which only IPv6 has. */
export function clientNetworksOf(address: string): { network: string; wide: string | null } {
  const parsed = ipaddr.process(address).toString();
  if (ipaddr.IPv4.isValid(parsed)) return { network: parsed, wide: null };
  const rangeOf = (length: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`;
  return { network: rangeOf(bits.network), wide: rangeOf(bits.wide) };
}
