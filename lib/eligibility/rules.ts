import type { ProvinceCode } from "@/lib/address";
import { provinceCodes } from "@/lib/address";
import type { Draw } from "@/lib/draws/schema";

type Provinces = Pick<Draw, "residenceProvinces" | "enabledProvinces">;
type SalePlace = Pick<Draw, "enabledProvinces" | "province">;

function isAllowed(provinces: readonly ProvinceCode[], province: ProvinceCode): boolean {
  return provinces.length === 0 || provinces.includes(province);
}

/** Whether a draw sells to buyers who live in a province (docs/design.md, Provinces). */
export function sellsTo(draw: Provinces, province: ProvinceCode): boolean {
  return isAllowed(draw.residenceProvinces, province) && isAllowed(draw.enabledProvinces, province);
}

/** Where buyers of a draw may live, in the order of their codes. */
export function residencesOf(draw: Provinces): ProvinceCode[] {
  return provinceCodes.filter((code) => sellsTo(draw, code));
}

/** Where buyers must be when they buy: the provinces that the draw names, else its own. */
export function salePlacesOf({ enabledProvinces, province }: SalePlace): ProvinceCode[] {
  return enabledProvinces.length > 0 ? enabledProvinces : [province];
}

/** What a draw demands of a buyer's place: to be in it, to live in it as well, or to live in another one. */
export type PlaceRule = "location" | "residence" | "residenceApart";

/** What a buyer of a draw must be able to say; residence is no matter where one may live anywhere. */
export function placeRuleOf(draw: Provinces & SalePlace): PlaceRule {
  const homes = residencesOf(draw);
  if (homes.length === provinceCodes.length) return "location";
  const places = salePlacesOf(draw);
  return homes.length === places.length && homes.every((code) => places.includes(code))
    ? "residence"
    : "residenceApart";
}

/** The age from which one may buy in each province (docs/draw-rules.md, Ages). */
const usualAges: Record<ProvinceCode, number> = {
  AB: 18,
  BC: 19,
  MB: 18,
  NB: 19,
  NL: 19,
  NS: 19,
  NT: 19,
  NU: 19,
  ON: 18,
  PE: 19,
  QC: 18,
  SK: 19,
  YT: 19,
};

/** The age from which one may buy: the draw's own, else the usual one of its province. */
export function minimumAgeOf(draw: { minimumAge?: number | undefined; province: ProvinceCode }): number {
  return draw.minimumAge ?? usualAges[draw.province];
}

/** A way to check where a buyer is. */
export type LocationMethod = "gps" | "ip";

/** Which checks a sale needs, and which the draw asks for and lets an operator skip. */
export type LocationChecks = { needed: LocationMethod[]; skipped: LocationMethod[] };

/**
 * What is kept of a sale's place: the province that each check found, and the checks that the draw let an operator
 * skip (`gps, ip`). No coordinates, no address.
 */
export type LocationRecord = { gpsProvince?: ProvinceCode; ipProvince?: ProvinceCode; skippedChecks?: string };

/** The checks of a sale of a draw, as a buyer's own or as an operator's at a terminal. */
export function locationChecksOf(
  { checkoutAccess, terminal }: Pick<Draw, "checkoutAccess" | "terminal">,
  { atTerminal }: { atTerminal: boolean },
): LocationChecks {
  const asked: LocationMethod[] = [
    ...(checkoutAccess.requireGPSCheck ? (["gps"] as const) : []),
    ...(checkoutAccess.requireIPCheck ? (["ip"] as const) : []),
  ];
  const maySkip = { gps: terminal.skipGPSCheck, ip: terminal.skipIPCheck };
  const skipped = asked.filter((method) => atTerminal && maySkip[method]);
  return { needed: asked.filter((method) => !skipped.includes(method)), skipped };
}

/** What the circle of a position touches: where its centre lies, and all that is in reach; null is outside Canada. */
export type Surroundings = { centre: ProvinceCode | null; inReach: readonly (ProvinceCode | null)[] };

/** From this accuracy on, in metres, a position that is not decided is told to be too coarse. */
const coarseMeters = 1_000;

/** What a position says of a sale: the province that it takes place in, or why that cannot be said. */
export type PositionVerdict =
  | { ok: true; province: ProvinceCode }
  | { ok: false; reason: "gps-location-elsewhere" | "gps-location-border" | "gps-location-coarse" };

/**
 * Decides by what a position's circle touches: all of it must be where the draw sells. What touches both sides of a
 * border is a refusal of its own: too coarse, or too near the border.
 */
export function verdictOf(
  { centre, inReach }: Surroundings,
  places: readonly ProvinceCode[],
  accuracy: number,
): PositionVerdict {
  const isPlace = (code: ProvinceCode | null) => code !== null && places.includes(code);
  if (centre !== null && inReach.every(isPlace)) return { ok: true, province: centre };
  if (!inReach.some(isPlace)) return { ok: false, reason: "gps-location-elsewhere" };
  return { ok: false, reason: accuracy > coarseMeters ? "gps-location-coarse" : "gps-location-border" };
}
