import "server-only";

import { logRarely } from "@/lib/platform/server/log";

import type { IpLocation, IpLocationGateway } from "./gateway";

/** What a content delivery network sends of whom it cannot place: unknown, Tor. */
const nowhere = new Set(["XX", "ZZ", "T1", "A1", "A2", "O1"]);

const countryPattern = /^([A-Z]{2}|T1)$/;
const regionPattern = /^[A-Z0-9]{1,3}$/;

function readRegion(text: string, country: string): string | null {
  const region = text.startsWith(`${country}-`) ? text.slice(country.length + 1) : text;
  return regionPattern.test(region) ? region : null;
}

/** Reads `CA-ON`, or a country and its region from a header each. Two values in one header are somebody's forgery. */
function readPlace(values: readonly string[]): IpLocation {
  const [first = "", second] = values.map((value) => value.trim().toUpperCase());
  const [country = "", rest = ""] = second === undefined ? [first.slice(0, 2), first.slice(3)] : [first, second];
  if (!countryPattern.test(country) || nowhere.has(country)) return { kind: "unknown" };
  if (second === undefined && first.length > 2 && first[2] !== "-") return { kind: "unknown" };
  return { kind: "located", country, region: readRegion(rest, country) };
}

/**
 * Each proxy adds whom it saw: with fewer entries than proxies, the call did not come through all of them. That it did
 * is up to the proxies, which take calls from one another alone (docs/configuration.md, Where buyers are).
 */
function cameThrough(headers: Headers, hops: number): boolean {
  const chain = (headers.get("x-forwarded-for") ?? "").split(",").filter((part) => part.trim() !== "");
  return hops > 0 && chain.length >= hops;
}

/**
 * Tells places by headers that a content delivery network sets: one (`CA-ON`), or the country's and the region's.
 * Believed only of a call that came through the trusted proxies (docs/configuration.md, Where buyers are).
 */
export function createHeaderLocation({ names, hops }: { names: readonly string[]; hops: number }): IpLocationGateway {
  return {
    async locate({ headers }) {
      const [country, ...others] = names.map((name) => headers.get(name));
      // A network leaves the region out where it knows none.
      if (typeof country === "string" && cameThrough(headers, hops)) {
        return readPlace([country, ...others.map((value) => value ?? "")]);
      }
      logRarely("A call came without the location header, or not through the trusted proxies");
      return { kind: "unavailable" };
    },
  };
}
