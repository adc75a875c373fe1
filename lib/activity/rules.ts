import canadianCities from "./cities.json";

/** Accepts letters with inner hyphens or apostrophes and a final full stop. That excludes web addresses. */
const nameWord = /^\p{L}[\p{L}\p{M}\p{Join_Control}]*(?:['’-][\p{L}\p{M}]+){0,2}\.?$/u;

const maxNameLength = 20;

const cities = new Map(canadianCities.map((city) => [normalizeCity(city), city]));

/**
 * Returns null for text that doesn't look like a name, so that buying a ticket can't be used to advertise
 * (docs/design.md, Recent purchases).
 */
export function toPublicName(name: string): string | null {
  const words = name.trim().split(/\s+/);
  const [first = ""] = words;
  if (first.length > maxNameLength || !words.every((word) => nameWord.test(word))) return null;
  const last = words.length > 1 ? (words.at(-1) ?? "") : "";
  // Destructuring splits by code points; half of a surrogate pair is not a character.
  const [initial] = last;
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}

export function toPublicCity(city: string | null): string | null {
  return cities.get(normalizeCity(city ?? "")) ?? null;
}

function normalizeCity(text: string): string {
  const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return letters
    .replace(/[^a-z]+/g, " ")
    .trim()
    .replace(/^(st|ste|saint|sainte) /, "st ");
}
