import "server-only";

import { readFile, stat } from "node:fs/promises";

import ipaddr from "ipaddr.js";
import type { CityResponse } from "maxmind";
import { Reader } from "maxmind";

import { logRarely } from "@/lib/platform/server/log";

import type { IpLocation, IpLocationGateway } from "./port";

/** The part of MaxMind's City records that is used. */
type PlaceRecord = { country?: { iso_code?: unknown }; subdivisions?: { iso_code?: unknown }[] };

type LoadedDatabase = { reader: Reader<CityResponse>; stamp: string };

/** The file is checked for changes this often, and reading it may take this long. */
const times = { checkIntervalMs: 10_000, readTimeoutMs: 5_000 };

/** A replaced file is read within ten seconds of calls. If that fails, the previous one stays in use. */
export function createDatabaseLocation({ file }: { file: string }): IpLocationGateway {
  let loaded: LoadedDatabase | null = null;
  let loading: Promise<void> | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    try {
      loaded = await loadDatabase(file, loaded);
    } catch (error) {
      logRarely("The database of IP locations cannot be read: ", (error as NodeJS.ErrnoException).code ?? "malformed");
    }
    checkedAt = performance.now();
    loading = null;
  }

  async function getDatabase(): Promise<LoadedDatabase | null> {
    if (performance.now() - checkedAt >= times.checkIntervalMs) loading ??= refresh();
    // Only the first calls wait for the file. Later calls use the loaded one.
    if (!loaded) await loading;
    return loaded;
  }

  return {
    async locate({ ipAddress }) {
      const database = await getDatabase();
      if (!database) return { kind: "unavailable" };
      try {
        return findLocation(database.reader, ipAddress) ?? { kind: isPrivate(ipAddress) ? "private" : "unknown" };
      } catch {
        logRarely("The database of IP locations is damaged");
        return { kind: "unavailable" };
      }
    },
  };
}

function isPrivate(ipAddress: string): boolean {
  return ipaddr.isValid(ipAddress) && ipaddr.process(ipAddress).range() !== "unicast";
}

function toLocation(record: PlaceRecord | null): IpLocation | null {
  const country = record?.country?.iso_code;
  if (typeof country !== "string" || !/^[A-Z]{2}$/.test(country)) return null;
  const region = record?.subdivisions?.[0]?.iso_code;
  return { kind: "located", country, region: typeof region === "string" ? region : null };
}

/** Null for an IPv6 address in an IPv4-only database, which would read its first bits as IPv4. */
function findLocation(reader: Reader<CityResponse>, ipAddress: string): IpLocation | null {
  if (!ipaddr.isValid(ipAddress)) return null;
  const isUnsupported = reader.metadata.ipVersion === 4 && ipaddr.process(ipAddress).kind() === "ipv6";
  return isUnsupported ? null : toLocation(reader.get(ipAddress));
}

/** Reads the file only if it was replaced. */
async function loadDatabase(file: string, before: LoadedDatabase | null): Promise<LoadedDatabase> {
  const { mtimeMs, size, ino } = await stat(file);
  const stamp = `${mtimeMs} ${size} ${ino}`;
  if (before?.stamp === stamp) return before;
  const bytes = await readFile(file, { signal: AbortSignal.timeout(times.readTimeoutMs) });
  return { reader: new Reader<CityResponse>(bytes), stamp };
}
