import ipaddr from "ipaddr.js";

/**
 * Carries the address of a request's socket from the guard before Next to its handlers; a caller's own is overwritten.
 */
export const peerHeader = "x-tirage-peer";

/** Used for a caller whose socket was gone before it was read. */
const nobody = "0.0.0.0";

/**
 * An IPv6 network interface gets 64 bits of its own, so whoever has one of those addresses has all of them (RFC 4291
 * 2.5.1).
 */
const clientBits = 64;

/**
 * An address as proxies write it, with or without a port, in one normalized form; null if it isn't one. IPv4 in IPv6 is
 * IPv4.
 */
function readAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const address = bare.replace(/%.*$/, "");
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null;
}

/**
 * The client's address in one normalized form, without port. With `hops` trusted proxies, it is what the outermost of
 * them saw, from `X-Forwarded-For`; with none, or if they sent no address, it is the other end of the socket.
 */
export function clientAddressOf(headers: Headers, hops: number): string {
  const chain = (headers.get("x-forwarded-for") ?? "").split(",").map((part) => part.trim());
  const forwarded = hops > 0 ? readAddress(chain.at(-hops) ?? "") : null;
  return forwarded ?? readAddress(headers.get(peerHeader) ?? "") ?? nobody;
}

/**
 * The network that counts as one caller: an address of IPv4, the /64 of one of IPv6. Takes an address in any spelling.
 */
export function clientNetworkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${clientBits}`).toString()}/${clientBits}`;
}
