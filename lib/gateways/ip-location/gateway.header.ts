import "server-only";

import { logRarely } from "@/lib/platform/server/log";

import type { IpLocation, IpLocationGateway } from "./port";

/** Codes of content delivery networks for unknown places and Tor. */
const unknownCountries = new Set(["XX", "ZZ", "T1", "A1", "A2", "O1"]);

const countryPattern = /^([A-Z]{2}|T1)$/;
const regionPattern = /^[A-Z0-9]{1,3}$/;

/** Reads one header (`CA-ON`), or country and region. The headers count only if the call passed all proxies. */
export function createHeaderLocation({ names, hops }: { names: readonly string[]; hops: number }): IpLocationGateway {
  return {
    async locate({ headers }) {
      const [country, ...others] = names.map((name) => headers.get(name));
      // The region's header is missing if the network doesn't know the region.
      if (typeof country === "string" && passedAllProxies(headers, hops)) {
        return parseLocation([country, ...others.map((value) => value ?? "")]);
      }
      logRarely("A call came without the location header, or not through the trusted proxies");
      return { kind: "unavailable" };
    },
  };
}

function parseRegion(text: string, country: string): string | null {
  const region = text.startsWith(`${country}-`) ? text.slice(country.length + 1) : text;
  return regionPattern.test(region) ? region : null;
}

/** Reads `CA-ON`, or a country and a region from two headers. A header with several values doesn't match. */
function parseLocation(values: readonly string[]): IpLocation {
  const [first = "", second] = values.map((value) => value.trim().toUpperCase());
  const [country = "", rest = ""] = second === undefined ? [first.slice(0, 2), first.slice(3)] : [first, second];
  if (!countryPattern.test(country) || unknownCountries.has(country)) return { kind: "unknown" };
  if (second === undefined && first.length > 2 && first[2] !== "-") return { kind: "unknown" };
  return { kind: "located", country, region: parseRegion(rest, country) };
}

/** With fewer entries than proxies, the call did not pass all of them (docs/configuration.md, Where buyers are). */
function passedAllProxies(headers: Headers, hops: number): boolean {
  const chain = (headers.get("x-forwarded-for") ?? "").split(",").filter((part) => part.trim() !== "");
  return hops > 0 && chain.length >= hops;
}
