import "server-only";

import type { Context } from "@/lib/context";
import type { Draw } from "@/lib/draws/schema";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { ProvinceCode } from "@/lib/postal-address";
import { provinceCodes } from "@/lib/postal-address";

import boundaries from "./province-boundaries.json";
import type { LocationMethod, LocationRecord, NearbyProvinces, PositionRefusal } from "./rules";
import { judgePosition, listLocationChecks, listSalePlaces } from "./rules";
import type { Ring } from "./rules.geometry";
import { decodeRing, isInside, pointsAround, touches } from "./rules.geometry";
import type { Position } from "./schema";

const unlocatedReasons = {
  unknown: "ip-location-unknown",
  private: "ip-location-private",
  unavailable: "ip-location-unavailable",
} as const;

type IpLocationRefusal = "ip-location-elsewhere" | (typeof unlocatedReasons)[keyof typeof unlocatedReasons];
export type LocationRefusal = PositionRefusal | "gps-location-required" | IpLocationRefusal;

type CheckResult = { ok: true; province: ProvinceCode } | Refusal<LocationRefusal>;

/** Skips the checks that an operator may skip according to `terminal`. Returns the record to store with the order. */
export async function checkLocation(
  ctx: Context,
  draw: Draw,
  position: Position | undefined,
): Promise<{ ok: true; record: LocationRecord } | Refusal<LocationRefusal>> {
  const { needed, skipped } = listLocationChecks(draw, { atTerminal: ctx.actor.kind === "device" });
  const places = listSalePlaces(draw);
  const checks: Record<LocationMethod, () => CheckResult | Promise<CheckResult>> = {
    gps: () => checkPosition(position, places),
    ip: () => checkIpLocation(ctx, places),
  };
  const record: LocationRecord = skipped.length > 0 ? { skippedChecks: skipped.join(", ") } : {};
  for (const method of needed) {
    const result = await checks[method]();
    if (!result.ok) return result;
    record[method === "gps" ? "gpsProvince" : "ipProvince"] = result.province;
  }
  return { ok: true, record };
}

function checkPosition(position: Position | undefined, places: readonly ProvinceCode[]): CheckResult {
  if (!position) return refuse("gps-location-required");
  return judgePosition(findNearbyProvinces(position), places, position.accuracy);
}

async function checkIpLocation({ ipLocation, caller }: Context, places: readonly ProvinceCode[]): Promise<CheckResult> {
  if (!ipLocation || !caller) return refuse("ip-location-unavailable");
  const location = await ipLocation.locate(caller);
  if (location.kind !== "located") return refuse(unlocatedReasons[location.kind]);
  if (location.country !== "CA") return refuse("ip-location-elsewhere");
  const province = provinceCodes.find((code) => code === location.region);
  if (!province) return refuse("ip-location-unknown");
  return places.includes(province) ? { ok: true, province } : refuse("ip-location-elsewhere");
}

/** The measured error of the boundary data (docs/decisions/032-who-may-buy.md). */
const boundaryErrorMeters = 150;

const pointsOfCircle = 32;

/** Returns the provinces, with their waters, that the position's circle touches. Null stands for outside Canada. */
export function findNearbyProvinces({ accuracy, ...centre }: Position): NearbyProvinces {
  const radius = accuracy + boundaryErrorMeters;
  const areas = readAreas();
  const provinceOfCentre = areas.find(([, rings]) => isInside(rings, centre))?.[0] ?? null;
  const near = areas.filter(([, rings]) => touches(rings, centre, radius));
  const codes = near.map(([code]) => code);
  const leaves =
    provinceOfCentre === null ||
    pointsAround(centre, radius, pointsOfCircle).some((point) => near.every(([, rings]) => !isInside(rings, point)));
  return { centre: provinceOfCentre, withinRadius: leaves ? [...codes, null] : codes };
}

type Area = [ProvinceCode, Ring[]];
let decodedAreas: Area[] | undefined;

/** Decodes the boundaries at first use, because most servers never need them. */
function readAreas(): Area[] {
  decodedAreas ??= provinceCodes.map((code) => [code, boundaries[code].map(decodeRing)]);
  return decodedAreas;
}
