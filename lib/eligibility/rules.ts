import type { Draw } from "@/lib/draws/schema";
import type { ProvinceCode } from "@/lib/postal-address";
import { provinceCodes } from "@/lib/postal-address";
import { provinceRules } from "@/lib/provinces/rules.table";

type Provinces = Pick<Draw, "residenceProvinces" | "enabledProvinces">;
type SalePlace = Pick<Draw, "enabledProvinces" | "province">;

/**
 * `residence`: buyers must be in the place and live there. `residenceApart`: they must live in another one than they
 * are in.
 */
export type PlaceRule = "location" | "residence" | "residenceApart";

export type LocationMethod = "gps" | "ip";

export type LocationChecks = { needed: LocationMethod[]; skipped: LocationMethod[] };

/** Stored with an order: the province that each check found, and the skipped checks (`gps, ip`). */
export type LocationRecord = { gpsProvince?: ProvinceCode; ipProvince?: ProvinceCode; skippedChecks?: string };

/** The provinces of the centre and of the whole circle. Null stands for outside Canada. */
export type NearbyProvinces = { centre: ProvinceCode | null; withinRadius: readonly (ProvinceCode | null)[] };

export type PositionRefusal = "gps-location-elsewhere" | "gps-location-border" | "gps-location-coarse";

export type PositionVerdict = { ok: true; province: ProvinceCode } | { ok: false; reason: PositionRefusal };

/** Applies both lists of a draw (docs/design.md, Provinces). */
export function canSellTo(draw: Provinces, province: ProvinceCode): boolean {
  return isAllowed(draw.residenceProvinces, province) && isAllowed(draw.enabledProvinces, province);
}

export function listResidences(draw: Provinces): ProvinceCode[] {
  return provinceCodes.filter((code) => canSellTo(draw, code));
}

export function listSalePlaces({ enabledProvinces, province }: SalePlace): ProvinceCode[] {
  return enabledProvinces.length > 0 ? enabledProvinces : [province];
}

export function createPlaceRule(draw: Provinces & SalePlace): PlaceRule {
  const residences = listResidences(draw);
  if (residences.length === provinceCodes.length) return "location";
  const places = listSalePlaces(draw);
  return residences.length === places.length && residences.every((code) => places.includes(code))
    ? "residence"
    : "residenceApart";
}

export function getMinimumAge(draw: { minimumAge?: number | undefined; province: ProvinceCode }): number {
  return draw.minimumAge ?? provinceRules[draw.province].minimumAge.value;
}

export function listLocationChecks(
  { checkoutAccess, terminal }: Pick<Draw, "checkoutAccess" | "terminal">,
  { atTerminal }: { atTerminal: boolean },
): LocationChecks {
  const wanted: LocationMethod[] = [
    ...(checkoutAccess.requireGPSCheck ? (["gps"] as const) : []),
    ...(checkoutAccess.requireIPCheck ? (["ip"] as const) : []),
  ];
  const maySkip = { gps: terminal.skipGPSCheck, ip: terminal.skipIPCheck };
  const skipped = wanted.filter((method) => atTerminal && maySkip[method]);
  return { needed: wanted.filter((method) => !skipped.includes(method)), skipped };
}

/** Accepts a position only if the draw sells everywhere in the circle. */
export function judgePosition(
  { centre, withinRadius }: NearbyProvinces,
  places: readonly ProvinceCode[],
  accuracy: number,
): PositionVerdict {
  const isPlace = (code: ProvinceCode | null) => code !== null && places.includes(code);
  if (centre !== null && withinRadius.every(isPlace)) return { ok: true, province: centre };
  if (!withinRadius.some(isPlace)) return { ok: false, reason: "gps-location-elsewhere" };
  return { ok: false, reason: accuracy > coarseMeters ? "gps-location-coarse" : "gps-location-border" };
}

function isAllowed(provinces: readonly ProvinceCode[], province: ProvinceCode): boolean {
  return provinces.length === 0 || provinces.includes(province);
}

/** An undecided position is too coarse above this accuracy, and too near a border otherwise. */
const coarseMeters = 1_000;
