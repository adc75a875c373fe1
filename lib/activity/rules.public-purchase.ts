import canadianCities from "./cities.json";

/**
 * Letters and what joins them, within a hyphen or an apostrophe, perhaps a full stop behind: no address or sentence.
 */
const nameWord = /^\p{L}[\p{L}\p{M}\p{Join_Control}]*(?:['’-][\p{L}\p{M}]+){0,2}\.?$/u;

/** A first name longer than this is none. */
const longestName = 20;

/** Cities by their names without case, accents and punctuation. */
const cities = new Map(canadianCities.map((city) => [plain(city), city]));

function plain(text: string): string {
  const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return letters
    .replace(/[^a-z]+/g, " ")
    .trim()
    .replace(/^(st|ste|saint|sainte) /, "st ");
}

/**
 * First name and initial of a buyer, as the list of recent purchases shows it to everybody (docs/design.md, Recent
 * purchases). Null for what is written like no name: whoever pays for a ticket must not get a billboard.
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

/** A city as the list of recent purchases shows it: one of the known ones, in its own spelling, or null. */
export function publicCity(city: string | null): string | null {
  return cities.get(plain(city ?? "")) ?? null;
}
