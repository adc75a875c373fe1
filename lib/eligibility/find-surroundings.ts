import "server-only";

import type { ProvinceCode } from "@/lib/address";
import { provinceCodes } from "@/lib/address";

import boundaries from "./province-boundaries.json";
import type { Surroundings } from "./rules";
import type { Ring } from "./rules.geometry";
import { decodeRing, isInside, pointsAround, touches } from "./rules.geometry";
import type { Position } from "./schema";

/**
 * How far the boundaries may lie from the true ones, in metres, as measured (docs/decisions/032-who-may-buy.md); added
 * to a position's accuracy.
 */
const boundaryErrorMeters = 150;

/** So many points of a circle are looked at to see whether it leaves the country. */
const pointsOfCircle = 32;

let decoded: [ProvinceCode, Ring[]][] | undefined;

/** The boundaries, decoded at the first position: a server whose draws ask for none never needs them. */
function areas(): [ProvinceCode, Ring[]][] {
  decoded ??= provinceCodes.map((code) => [code, boundaries[code].map(decodeRing)]);
  return decoded;
}

/**
 * What is in reach of a position: provinces and territories that its circle touches, with the waters that belong to
 * them, and null where the circle leaves Canada.
 */
export function findSurroundings({ accuracy, ...centre }: Position): Surroundings {
  const radius = accuracy + boundaryErrorMeters;
  const own = areas().find(([, rings]) => isInside(rings, centre))?.[0] ?? null;
  const near = areas().filter(([, rings]) => touches(rings, centre, radius));
  const codes = near.map(([code]) => code);
  const leaves =
    own === null ||
    pointsAround(centre, radius, pointsOfCircle).some((point) => near.every(([, rings]) => !isInside(rings, point)));
  return { centre: own, inReach: leaves ? [...codes, null] : codes };
}
