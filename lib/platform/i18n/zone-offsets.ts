import "server-only";

import { minuteMs } from "@/lib/durations";
import { createOffset } from "@/lib/local-time";
import type { Language } from "./routing";
import { languages } from "./routing";
import type { ZoneOffsets } from "./zoned-parts";
import { zonedParts } from "./zoned-parts";

const weekMs = 7 * 24 * 60 * minuteMs;
const weeksOfYear = 53;

/** Two years, for pages and tablets that stay open, and for planned draws. */
const weeksAhead = 2 * weeksOfYear;

/** In years. Earlier times use the first offset. */
export const pastYears = 10;

/** Gives browsers the server's offsets, from `years` before `now` to two years after. Cached for a week. */
export function getZoneOffsets(timeZone: string, now: Date, years: number): ZoneOffsets {
  const thisWeekMs = Math.floor(now.getTime() / weekMs) * weekMs;
  const name = `${timeZone} ${years}`;
  const cached = cache.get(name);
  if (cached?.weekMs === thisWeekMs) return { timeZone, offsets: cached.offsets };
  const weeks = years * weeksOfYear;
  const offsets = readOffsets(timeZone, thisWeekMs - weeks * weekMs, weeks + weeksAhead);
  cache.set(name, { weekMs: thisWeekMs, offsets });
  return { timeZone, offsets };
}

/** The first minute at which `isSame` is false, by binary search. */
function firstChange(sameMs: number, otherMs: number, isSame: (atMs: number) => boolean): number {
  if (otherMs - sameMs <= minuteMs) return otherMs;
  const middleMs = Math.floor((sameMs + otherMs) / 2 / minuteMs) * minuteMs;
  return isSame(middleMs) ? firstChange(middleMs, otherMs, isSame) : firstChange(sameMs, middleMs, isSame);
}

function readOffsets(timeZone: string, fromMs: number, weeks: number): ZoneOffsets["offsets"] {
  const minutesAt = createOffset(timeZone);
  const nameAt = (at: Date, locale: Language) => {
    const parts = zonedParts(at, locale, timeZone, { hour: "numeric", timeZoneName: "short" });
    return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  };
  const readClocks = (atMs: number) => {
    const at = new Date(atMs);
    const names = Object.fromEntries(languages.map((language) => [language, nameAt(at, language)]));
    return { minutes: minutesAt(at), ...(names as Record<Language, string>) };
  };
  type Clocks = ReturnType<typeof readClocks>;
  const isSameClock = (one: Clocks, other: Clocks) =>
    one.minutes === other.minutes && languages.every((language) => one[language] === other[language]);
  let before = readClocks(fromMs);
  const offsets = [{ fromMs, ...before }];
  // Canadian zones never change twice in a week.
  for (let atMs = fromMs; atMs < fromMs + weeks * weekMs; atMs += weekMs) {
    const [earlier, after] = [before, readClocks(atMs + weekMs)];
    before = after;
    if (isSameClock(earlier, after)) continue;
    const changeMs = firstChange(atMs, atMs + weekMs, (middleMs) => isSameClock(readClocks(middleMs), earlier));
    offsets.push({ fromMs: changeMs, ...after });
  }
  return offsets;
}

const cache = new Map<string, { weekMs: number; offsets: ZoneOffsets["offsets"] }>();
