import ipaddr from "ipaddr.js";

/** The guard sets this header to the socket's IP address and overwrites a caller's own. */
export const peerHeader = "x-tirage-peer";

const unknownIp = "0.0.0.0";

/**
 * Providers usually assign a /56 of IPv6 to a home, and up to a /48 to a customer (RFC 6177), so a /56 counts as one
 * caller.
 */
const prefixLengths = { network: 56, wideNetwork: 48 } as const;

/** The IP address seen by the outermost of `hops` trusted proxies (`X-Forwarded-For`), otherwise the socket's peer. */
export function getClientIp(headers: Headers, hops: number): string {
  const chain = (headers.get("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
  const forwarded = hops > 0 ? readIpAddress(chain.at(-hops) ?? "") : null;
  return forwarded ?? readIpAddress(headers.get(peerHeader) ?? "") ?? unknownIp;
}

export function getClientNetworks(ipAddress: string): { network: string; wideNetwork: string | null } {
  const parsed = ipaddr.process(ipAddress).toString();
  if (ipaddr.IPv4.isValid(parsed)) return { network: parsed, wideNetwork: null };
  const toRange = (length: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${length}`)}/${length}`;
  return { network: toRange(prefixLengths.network), wideNetwork: toRange(prefixLengths.wideNetwork) };
}

/** Removes port and zone, and turns IPv4-mapped IPv6 into IPv4. */
function readIpAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const ipAddress = bare.replace(/%.*$/, "");
  return ipaddr.isValid(ipAddress) ? ipaddr.process(ipAddress).toString() : null;
}
