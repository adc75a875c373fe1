import "server-only";

import type { ProvinceCode } from "@/lib/address";
import { provinceCodes } from "@/lib/address";
import type { Context } from "@/lib/context";
import type { Draw } from "@/lib/draws/schema";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { findSurroundings } from "./find-surroundings";
import type { LocationMethod, LocationRecord } from "./rules";
import { locationChecksOf, salePlacesOf, verdictOf } from "./rules";
import type { Position } from "./schema";

type Found = { ok: true; province: ProvinceCode } | { ok: false; reason: RefusalReason };

function checkPosition(position: Position | undefined, places: readonly ProvinceCode[]): Found {
  if (!position) return { ok: false, reason: "gps-location-required" };
  return verdictOf(findSurroundings(position), places, position.accuracy);
}

const unlocated = {
  unknown: "ip-location-unknown",
  private: "ip-location-private",
  unavailable: "ip-location-unavailable",
} as const;

async function checkAddress({ ipLocation, caller }: Context, places: readonly ProvinceCode[]): Promise<Found> {
  if (!ipLocation || !caller) return { ok: false, reason: "ip-location-unavailable" };
  const found = await ipLocation.locate(caller);
  if (found.kind !== "located") return { ok: false, reason: unlocated[found.kind] };
  if (found.country !== "CA") return { ok: false, reason: "ip-location-elsewhere" };
  const province = provinceCodes.find((code) => code === found.region);
  // That it is in Canada is not enough: nobody knows where.
  if (!province) return { ok: false, reason: "ip-location-unknown" };
  return places.includes(province) ? { ok: true, province } : { ok: false, reason: "ip-location-elsewhere" };
}

/**
 * Checks that whoever buys is where the draw sells, by each check that its `checkoutAccess` asks for and, of an
 * operator's sale, that its `terminal` does not skip. Gives what is kept with the order. Refusals, one for each check
 * and cause: `gps-location-required`, `-elsewhere`, `-border`, `-coarse`, `ip-location-elsewhere`, `-unknown`,
 * `-private`, `-unavailable`.
 */
export async function checkLocation(
  ctx: Context,
  draw: Draw,
  position: Position | undefined,
): Promise<{ ok: true; record: LocationRecord } | Refusal> {
  const { needed, skipped } = locationChecksOf(draw, { atTerminal: ctx.actor.kind === "device" });
  const places = salePlacesOf(draw);
  const checks: Record<LocationMethod, () => Found | Promise<Found>> = {
    gps: () => checkPosition(position, places),
    ip: () => checkAddress(ctx, places),
  };
  const record: LocationRecord = skipped.length > 0 ? { skippedChecks: skipped.join(", ") } : {};
  for (const method of needed) {
    const found = await checks[method]();
    if (!found.ok) return refuse(found.reason);
    record[method === "gps" ? "gpsProvince" : "ipProvince"] = found.province;
  }
  return { ok: true, record };
}
