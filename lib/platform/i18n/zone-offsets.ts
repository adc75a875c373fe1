import "server-only";

import { createOffset } from "@/lib/local-time";
import type { Language } from "./routing";
import type { ZoneOffsets } from "./zoned-parts";
import { zonedParts } from "./zoned-parts";

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;
const weeksOfYear = 53;

/** For pages and tablets that stay open, and for planned draws. */
const weeksAhead = 2 * weeksOfYear;

/** In years; earlier times use the first offset. */
export const keptYears = 10;

/** Binary search for the first minute at which `isSame` is false. */
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
  const read = (atMs: number) => {
    const at = new Date(atMs);
    return { minutes: minutesAt(at), en: nameAt(at, "en"), fr: nameAt(at, "fr") };
  };
  type Clocks = ReturnType<typeof read>;
  const isLike = (one: Clocks, other: Clocks) =>
    one.minutes === other.minutes && one.en === other.en && one.fr === other.fr;
  let before = read(fromMs);
  const offsets = [{ fromMs, ...before }];
  // Canadian zones never change twice in a week.
  for (let atMs = fromMs; atMs < fromMs + weeks * weekMs; atMs += weekMs) {
    const [earlier, after] = [before, read(atMs + weekMs)];
    before = after;
    if (isLike(earlier, after)) continue;
    const changeMs = firstChange(atMs, atMs + weekMs, (middleMs) => isLike(read(middleMs), earlier));
    offsets.push({ fromMs: changeMs, ...after });
  }
  return offsets;
}

const known = new Map<string, { weekMs: number; offsets: ZoneOffsets["offsets"] }>();

/**
 * By the server's zone data, from `years` before `now` to two after. Computed once a week, because it takes some ms.
 */
export function zoneOffsetsOf(timeZone: string, now: Date, years: number): ZoneOffsets {
  const thisWeekMs = Math.floor(now.getTime() / weekMs) * weekMs;
  const name = `${timeZone} ${years}`;
  const found = known.get(name);
  if (found?.weekMs === thisWeekMs) return { timeZone, offsets: found.offsets };
  const weeks = years * weeksOfYear;
  const offsets = readOffsets(timeZone, thisWeekMs - weeks * weekMs, weeks + weeksAhead);
  known.set(name, { weekMs: thisWeekMs, offsets });
  return { timeZone, offsets };
}
