/** In degrees. */
export type Point = { longitude: number; latitude: number };

/**
 * `corners` alternates longitude and latitude, in degrees. Each of `bands`, strips of latitude, lists its edges by the
 * index of their second corner.
 */
export type Ring = {
  corners: Float64Array;
  west: number;
  south: number;
  east: number;
  north: number;
  bands: ReadonlyMap<number, number[]>;
};

const bandsPerDegree = 20;

export type Edge = [fromX: number, fromY: number, toX: number, toY: number];

/** Writes the steps from corner to corner in 1/100,000 of a degree, five bits per character. */
export function encodeRing(corners: readonly (readonly [number, number])[]): string {
  let [x, y] = [0, 0];
  return corners
    .map(([longitude, latitude]) => {
      const [east, north] = [Math.round(longitude * unitsPerDegree), Math.round(latitude * unitsPerDegree)];
      const step = encodeNumber(east - x) + encodeNumber(north - y);
      [x, y] = [east, north];
      return step;
    })
    .join("");
}

export function decodeRing(text: string): Ring {
  const steps = decodeNumbers(text);
  const corners = new Float64Array(steps.length);
  const box = { west: 180, south: 90, east: -180, north: -90 };
  let [x, y] = [0, 0];
  for (let index = 0; index < steps.length; index += 2) {
    x += steps[index] ?? 0;
    y += steps[index + 1] ?? 0;
    const [longitude, latitude] = [x / unitsPerDegree, y / unitsPerDegree];
    corners.set([longitude, latitude], index);
    [box.west, box.east] = [Math.min(box.west, longitude), Math.max(box.east, longitude)];
    [box.south, box.north] = [Math.min(box.south, latitude), Math.max(box.north, latitude)];
  }
  return { corners, ...box, bands: sortIntoBands(corners) };
}

/** A ring inside another one is a hole. */
export function isInside(rings: readonly Ring[], point: Point): boolean {
  return rings.filter((ring) => isInRing(ring, point)).length % 2 === 1;
}

/** In metres. At the distances of a position's accuracy the earth is treated as flat. */
export function computeDistance([ax, ay, bx, by]: Edge, { longitude: x, latitude: y }: Point): number {
  const eastward = metersPerDegree * Math.cos((y * Math.PI) / 180);
  const [px, py] = [(x - ax) * eastward, (y - ay) * metersPerDegree];
  const [dx, dy] = [(bx - ax) * eastward, (by - ay) * metersPerDegree];
  const share = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(px - share * dx, py - share * dy);
}

export function touches(rings: readonly Ring[], centre: Point, meters: number): boolean {
  return isInside(rings, centre) || rings.some((ring) => isRingNear(ring, centre, meters));
}

export function pointsAround({ longitude, latitude }: Point, meters: number, count: number): Point[] {
  const eastward = metersPerDegree * Math.cos((latitude * Math.PI) / 180);
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return {
      longitude: longitude + (Math.cos(angle) * meters) / eastward,
      latitude: latitude + (Math.sin(angle) * meters) / metersPerDegree,
    };
  });
}

function toBand(latitude: number): number {
  return Math.floor(latitude * bandsPerDegree);
}

function sortIntoBands(corners: Float64Array): Map<number, number[]> {
  const bands = new Map<number, number[]>();
  for (let index = 2; index < corners.length; index += 2) {
    const [, from, , to] = edgeAt(corners, index);
    for (let band = toBand(Math.min(from, to)); band <= toBand(Math.max(from, to)); band += 1) {
      const edges = bands.get(band);
      if (edges) edges.push(index);
      else bands.set(band, [index]);
    }
  }
  return bands;
}

const metersPerDegree = 111_320;

const unitsPerDegree = 100_000;
const firstCharacter = 63;

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = "";
  for (; rest >= 32; rest >>= 5) text += String.fromCharCode((32 | (rest & 31)) + firstCharacter);
  return text + String.fromCharCode(rest + firstCharacter);
}

function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let [bits, shift] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const five = text.charCodeAt(index) - firstCharacter;
    bits |= (five & 31) << shift;
    shift += 5;
    if (five >= 32) continue;
    numbers.push(bits & 1 ? ~(bits >> 1) : bits >> 1);
    [bits, shift] = [0, 0];
  }
  return numbers;
}

function edgeAt(corners: Float64Array, index: number): Edge {
  return [corners[index - 2] ?? 0, corners[index - 1] ?? 0, corners[index] ?? 0, corners[index + 1] ?? 0];
}

/** Counts how often a ray to the east crosses the ring: an odd number of times if the point is inside. */
function isInRing({ corners, bands, ...box }: Ring, { longitude: x, latitude: y }: Point): boolean {
  if (y < box.south || y > box.north || x < box.west || x > box.east) return false;
  let isInside = false;
  for (const index of bands.get(toBand(y)) ?? []) {
    const [ax, ay, bx, by] = edgeAt(corners, index);
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}

function isRingNear({ corners, bands, ...box }: Ring, point: Point, meters: number): boolean {
  const { longitude: x, latitude: y } = point;
  const height = meters / metersPerDegree;
  const width = height / Math.cos((y * Math.PI) / 180);
  if (y < box.south - height || y > box.north + height || x < box.west - width || x > box.east + width) return false;
  const [first, last] = [toBand(Math.max(y - height, box.south)), toBand(Math.min(y + height, box.north))];
  for (let band = first; band <= last; band += 1) {
    for (const index of bands.get(band) ?? []) {
      const edge = edgeAt(corners, index);
      const isBeside = Math.max(edge[0], edge[2]) < x - width || Math.min(edge[0], edge[2]) > x + width;
      if (!isBeside && computeDistance(edge, point) <= meters) return true;
    }
  }
  return false;
}
