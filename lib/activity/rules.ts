import canadianCities from "./cities.json";

/** Letters with hyphens or apostrophes between and perhaps a full stop at the end, so that no address is a name. */
const nameWord = /^\p{L}[\p{L}\p{M}\p{Join_Control}]*(?:['’-][\p{L}\p{M}]+){0,2}\.?$/u;

const longestName = 20;

const cities = new Map(canadianCities.map((city) => [plain(city), city]));

function plain(text: string): string {
  const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return letters
    .replace(/[^a-z]+/g, " ")
    .trim()
    .replace(/^(st|ste|saint|sainte) /, "st ");
}

/**
 * First name and initial of a buyer (docs/design.md, Recent purchases). Null for what is written like no name: a ticket
 * must not buy a billboard.
 */
export function publicName(name: string): string | null {
  const words = name.trim().split(/\s+/);
  const [first = ""] = words;
  if (first.length > longestName || !words.every((word) => nameWord.test(word))) return null;
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  // By characters: half of a surrogate pair is no text.
  const [initial] = last;
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}

export function publicCity(city: string | null): string | null {
  return cities.get(plain(city ?? "")) ?? null;
}
