/**
 * Usage: `npm pack world-geojson@3.5.3`, unpack it, then `node --import tsx scripts/shrink-boundaries.ts
 * PACKAGE_FOLDER` (docs/decisions/032-who-may-buy.md).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { computeDistance, encodeRing } from "@/lib/eligibility/rules.geometry";
import type { ProvinceCode } from "@/lib/postal-address";

type Point = [number, number];

const files: Record<ProvinceCode, string> = {
  AB: "alberta",
  BC: "british_columbia",
  MB: "manitoba",
  NB: "new_brunswick",
  NL: "newfoundland_and_labrador",
  NS: "nova_scotia",
  NT: "northwest_territories",
  NU: "nunavut",
  ON: "ontario",
  PE: "prince_edward_island",
  QC: "quebec",
  SK: "saskatchewan",
  YT: "yukon",
};

/** In metres. The simplified line is at most this far from the original, which is a part of `boundaryErrorMeters`. */
const toleranceMeters = 20;

/** The algorithm of Douglas and Peucker. */
function simplify(ring: Point[]): Point[] {
  const kept = new Set([0, ring.length - 1]);
  const spans: [number, number][] = [[0, ring.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [far, most] = [0, toleranceMeters];
    for (let index = from + 1; index < to; index += 1) {
      const [longitude, latitude] = ring[index] as Point;
      const distance = computeDistance([...(ring[from] as Point), ...(ring[to] as Point)], { longitude, latitude });
      if (distance > most) [far, most] = [index, distance];
    }
    if (far === 0) continue;
    kept.add(far);
    spans.push([from, far], [far, to]);
  }
  return ring.filter((_point, index) => kept.has(index));
}

type Geometry = { type: "Polygon"; coordinates: Point[][] } | { type: "MultiPolygon"; coordinates: Point[][][] };

function listRings({ type, coordinates }: Geometry): Point[][] {
  return type === "Polygon" ? coordinates : coordinates.flat();
}

const folder = process.argv[2] ?? ".";
const boundaries = Object.entries(files).map(([code, name]) => {
  const { features } = JSON.parse(readFileSync(join(folder, "states", "canada", `${name}.json`), "utf8"));
  const rings = features.flatMap(({ geometry }: { geometry: Geometry }) => listRings(geometry));
  return [code, rings.map((ring: Point[]) => encodeRing(simplify(ring)))];
});
const output = "lib/eligibility/province-boundaries.json";
writeFileSync(output, `${JSON.stringify(Object.fromEntries(boundaries), null, 2)}\n`);
console.info(`${output} written; npx biome check --write ${output} brings it into the house's format.`);
