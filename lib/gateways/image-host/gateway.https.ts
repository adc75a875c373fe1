import "server-only";

import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup } from "node:dns";

import ipaddr from "ipaddr.js";
import type { Dispatcher } from "undici";
import { Agent, buildConnector, request } from "undici";

import type { HostedImage } from "./port";
import { readImageHead } from "./rules";

/** `pixels` counts after decompression. */
export const imageLimits = { bytes: 3 * 1024 * 1024, pixels: 5_000_000 };

type IpFilter = (address: string) => boolean;

/** Organizers choose the hosts of pictures, so private IP addresses must not be reachable. */
export function isPublicIp(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Checks the IP addresses of a name, so that the connection goes to an IP address that was checked. */
function createLookup(isAllowed: IpFilter) {
  return (name: string, options: LookupOptions, callback: LookupCallback): void => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error("no address"), []);
      if (!addresses.every(({ address }) => isAllowed(address))) return callback(new Error("a private address"), []);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

function createDispatcher(timeoutMs: number, isAllowed: IpFilter): Dispatcher {
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: createLookup(isAllowed),
  } as buildConnector.BuildOptions);
  return new Agent({ connect, pipelining: 1 });
}

async function readLimited(chunks: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const read: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > imageLimits.bytes) throw new Error("too many bytes");
    read.push(chunk);
  }
  return Buffer.concat(read);
}

type Hosts = { timeoutMs: number; isAllowed?: IpFilter };

/** Follows no redirect, connects to no private IP address, and reads no more than `imageLimits`. */
export function createHostedImages({ timeoutMs, isAllowed = isPublicIp }: Hosts) {
  const dispatcher = createDispatcher(timeoutMs, isAllowed);
  return async function fetchPicture(url: string): Promise<HostedImage> {
    // An IP address in the URL is never looked up, so it must be checked here.
    const literal = new URL(url).hostname.replace(/^\[|\]$/g, "");
    if (ipaddr.isValid(literal) && !isAllowed(literal)) return { kind: "unavailable", problem: "a private address" };
    const headers = { accept: "image/png, image/jpeg" };
    const answer = await request(url, { dispatcher, headers, signal: AbortSignal.timeout(timeoutMs) });
    const bytes = await readLimited(answer.body);
    if (answer.statusCode !== 200) return { kind: "unavailable", problem: `status ${answer.statusCode}` };
    const head = readImageHead(bytes);
    if (!head) return { kind: "unavailable", problem: "neither PNG nor JPEG" };
    if (head.width * head.height > imageLimits.pixels) return { kind: "unavailable", problem: "too many pixels" };
    return { kind: "image", bytes, type: head.type };
  };
}
