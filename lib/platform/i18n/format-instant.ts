import { LRUCache } from "lru-cache";

import type { Language } from "./routing";
import { hasServerOffsets, zonedParts } from "./zoned-parts";

/** `dated` is for documents, `record` for lists of them. `stamp` and `clock` are `short` and `time` with the zone. */
export type InstantStyle =
  | "long"
  | "dated"
  | "record"
  | "short"
  | "stamp"
  | "day"
  | "brief"
  | "year"
  | "time"
  | "clock"
  | "second";

const styles: Record<InstantStyle, Intl.DateTimeFormatOptions> = {
  long: {
    weekday: "long",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  },
  dated: {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  },
  record: {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  },
  short: { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  stamp: { month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" },
  day: { year: "numeric", month: "long", day: "numeric" },
  brief: { month: "short", day: "numeric" },
  year: { year: "numeric" },
  time: { hour: "numeric", minute: "2-digit" },
  clock: { hour: "numeric", minute: "2-digit", timeZoneName: "short" },
  second: { hour: "numeric", minute: "2-digit", second: "2-digit" },
};

/** Engines differ in wording, so the texts of a browser and of the server may differ. */
export function formatInstant(instant: string | Date, locale: Language, timeZone: string, style: InstantStyle): string {
  const at = new Date(instant);
  if (hasServerOffsets(timeZone)) return formatUncached(at, locale, timeZone, style);
  const key = `${[locale, style, timeZone].join()} ${at.getTime()}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const text = formatUncached(at, locale, timeZone, style);
  cache.set(key, text);
  return text;
}

/**
 * Intl's French lacks "1er", "9 h" for "09 h 00" and "27 nov. à 19 h", and allows line breaks within a date or time.
 */
function polishFrench(text: string): string {
  return text
    .replace(/(^|\s)1 (?=\p{L}{3})/u, "$11er ")
    .replace(/(^|\s)(\d{1,2}|1er) (?!min\b)(?=\p{L}{3})/u, "$1$2\u00a0")
    .replace(/(\d) (h|min) (?=\d)/g, "$1\u00a0$2\u00a0")
    .replace(/(\d) (?=s$|h\b)/, "$1\u00a0")
    .replace(/\b0(?=\d\u00a0h\b)/, "")
    .replace(/(\u00a0h)\u00a000(?!\u00a0min)/, "$1")
    .replace(/(?:,| à) (?=\d{1,2}\u00a0h\b)/, " à\u00a0")
    .replace(/([\dh]) (?=[A-Z]{2,})/, "$1\u00a0");
}

function polishEnglish(text: string): string {
  return text.replace(/(\d)\s(?=[ap]\.m\.)/, "$1\u00a0");
}

/** "12:00 p.m." is ambiguous to some readers. */
const replaceNoon = (words: string, locale: Language) =>
  locale === "fr" ? words.replace(/\b12\u00a0h(?!\u00a0\d)/, "midi") : words.replace("12:00\u00a0p.m.", "noon");

const isWholeMinute = (at: Date) => at.getTime() % 60_000 === 0;

function formatUncached(at: Date, locale: Language, timeZone: string, style: InstantStyle): string {
  const bare = zonedParts(at, locale, timeZone, styles[style]).map(({ value }) => value);
  const polished = locale === "fr" ? polishFrench(bare.join("")) : polishEnglish(bare.join(""));
  // Seconds after noon, the minute is shown.
  return isWholeMinute(at) ? replaceNoon(polished, locale) : polished;
}

const cache = new LRUCache<string, string>({ max: 500 });
