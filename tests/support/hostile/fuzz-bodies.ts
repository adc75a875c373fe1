import fc from "fast-check";

import type { Json } from "./hostile-bodies";

type Mutation = { at: number; kind: "replace" | "remove" | "add" | "repeat" | "wrap" | "rename"; value: Json };

/** Placeholders for numbers that JavaScript can't write. */
const rawNumbers = {
  "@infinity@": "1e999",
  "@minus-infinity@": "-1e999",
  "@minus-zero@": "-0",
  "@exact@": "9007199254740993",
};

const awkwardValues: Json[] = [
  ...[null, true, false, 0, -1, 1, 1.5, 0.005, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324],
  ...[
    "",
    " ",
    "0",
    "1",
    "main",
    "true",
    "NaN",
    "null",
    "a".repeat(300),
    "a".repeat(30_000),
    "\u0000",
    "\ud800",
    "\u202e",
    "😀",
  ],
  ...[
    "<script>alert(1)</script>",
    "'; drop table orders; --",
    "{{7*7}}#{7*7}<%= 7*7 %>",
    "../../etc/passwd",
    "%00",
    "\r\nSet-Cookie: a=b",
  ],
  ...[
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-23:59",
    "2026-02-30T00:00:00Z",
    "+010000-01-01T00:00:00Z",
    "1970-01-01T00:00:00Z",
  ],
  ...["https://", 'https://a"b/', "javascript:alert(1)", "//evil.example", "America/Nowhere", "Etc/GMT+14", "UTC"],
  ...Object.keys(rawNumbers),
  [],
  {},
  [[[]]],
  [null],
  { en: "a" },
  { $ne: null },
  JSON.parse('{"__proto__":{"isAdmin":true}}') as Json,
];

const awkward = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...awkwardValues) },
  { weight: 2, arbitrary: fc.jsonValue() as fc.Arbitrary<Json> },
  { weight: 1, arbitrary: fc.integer() },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom("replace", "replace", "replace", "remove", "add", "repeat", "wrap", "rename"),
  value: awkward,
});

type Place = { holder: Json[] | { [key: string]: Json }; key: string };

export function fuzzBodies(valid: Json[]): fc.Arbitrary<string | Uint8Array> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...valid).chain(mutated) },
    { weight: 4, arbitrary: fc.constantFrom(...valid).chain(damaged) },
    { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
}

function listPlaces(value: Json): Place[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]) => [{ holder: value, key }, ...listPlaces(part)]);
}

function put(holder: Place["holder"], key: string, value: Json): void {
  // Creates an own property, whatever its name, as JSON.parse does.
  Object.defineProperty(holder, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function mutate(root: { root: Json }, { at, kind, value }: Mutation): void {
  const places = listPlaces(root);
  const place = places[at % places.length];
  if (!place) return;
  const { holder, key } = place;
  const old = (holder as Record<string, Json>)[key] ?? null;
  if (kind === "replace") put(holder, key, value);
  else if (kind === "wrap") put(holder, key, [old]);
  else if (Array.isArray(holder)) {
    if (kind === "remove") holder.splice(Number(key), 1);
    else holder.push(...Array.from({ length: kind === "repeat" ? 60 : 1 }, () => structuredClone(old)));
  } else if (holder !== root) {
    if (kind === "remove" || kind === "rename") delete holder[key];
    if (kind !== "remove") put(holder, kind === "repeat" ? `${key}2` : String(value).slice(0, 40), old);
  }
}

function toText(value: Json): string {
  const text = JSON.stringify(value);
  return Object.entries(rawNumbers).reduce((result, [name, raw]) => result.replaceAll(`"${name}"`, raw), text);
}

function mutated(valid: Json): fc.Arbitrary<string> {
  return fc.array(mutation, { minLength: 1, maxLength: 3 }).map((mutations) => {
    const root = { root: structuredClone(valid) };
    for (const one of mutations) mutate(root, one);
    return toText(root.root ?? null);
  });
}

function damaged(valid: Json): fc.Arbitrary<Uint8Array> {
  const bytes = Buffer.from(JSON.stringify(valid));
  const damage = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
  return fc.tuple(fc.array(damage, { minLength: 1, maxLength: 4 }), fc.nat(bytes.length)).map(([damages, end]) => {
    const copy = Buffer.from(bytes);
    for (const [at, byte] of damages) copy[at] = byte;
    return end % 3 === 0 ? copy.subarray(0, end) : copy;
  });
}

export const fuzzPath: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "api",
        "orders",
        "draws",
        "live",
        "fr",
        "en",
        "order",
        "success",
        "first-draw",
        "_next",
        "..",
        ".",
      ),
      fc.constantFrom(
        "%",
        "%00",
        "%ff",
        "%2f",
        "%5c",
        "%2e%2e",
        "%zz",
        "%c0%af",
        "[id]",
        "*",
        "~",
        "@",
        ";a=b",
        "a.rsc",
        "",
      ),
      fc.string({ maxLength: 12 }).map((text) => encodeURIComponent(text)),
      fc
        .uint8Array({ minLength: 1, maxLength: 6 })
        .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => `/${parts.join("/")}`);
