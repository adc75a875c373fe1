import { scheduleOf } from "@/lib/draws/rules";
import type { DateMove } from "@/lib/draws/rules.changes";
import { mapDates, withMoves } from "@/lib/draws/rules.changes";
import type { Draw } from "@/lib/draws/schema";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { createLocalTime, zoneNameOf } from "@/lib/local-time";

/** Which reading of a draw's dates stays: the instants that were written, or what clocks were to show then. */
export type KeptReading = "instant" | "wall-clock";

/**
 * A date whose written offset is not the one of the draw's zone at that instant, and its two readings, both as the zone
 * has them now.
 */
export type OffsetConflict = { place: string; written: string; instant: string; wallClock: string };

/** A draw whose dates have two readings; a choice between them comes before `choosableUntil`. */
export type AmbiguousDraw = {
  id: string;
  title: string;
  timeZone: string;
  choosableUntil: string;
  dates: OffsetConflict[];
};

/**
 * Zones that have kept summer time since 2026 (tz 2026c), and one that still has the rule that they had until then:
 * what earlier releases told by the zone data of Node 20 is read there. By the names that `Intl` gives.
 */
const earlierRules = new Map([
  ["America/Vancouver", "America/Los_Angeles"],
  ["America/Edmonton", "America/Denver"],
  ["America/Yellowknife", "America/Denver"],
]);

/** The zone in which earlier releases read the times of `timeZone`; itself where its rule is the same. */
export function earlierZoneOf(timeZone: string): string {
  return earlierRules.get(zoneNameOf(timeZone)) ?? timeZone;
}

/** What clocks show at an instant, to the millisecond: `createLocalTime` without the offset. */
const wallOf = (local: string) => local.slice(0, 23);

const offsetOf = (local: string) => local.slice(23);

const dayMs = 24 * 60 * 60_000;

/** The time at which clocks of a zone show `wall`, with its offset; where they skip it, by the offset before. */
function atWall(wall: string, localTime: (instant: Date) => string): string {
  const utcMs = Date.parse(`${wall}Z`);
  const offsets = [-dayMs, dayMs].map((beside) => offsetOf(localTime(new Date(utcMs + beside))));
  const times = offsets.map((offset) => wall + offset);
  return times.find((time) => localTime(new Date(time)) === time) ?? times[0] ?? `${wall}Z`;
}

/** `2026-12-19T18:00:00-08:00` says six o'clock; `Z` says nothing of a clock. */
function writtenWall(written: string): string | null {
  const [, offset] = /([+-]\d\d:\d\d)$/.exec(written) ?? [];
  if (!offset || offset === "+00:00") return null;
  return new Date(`${written.slice(0, -offset.length)}Z`).toISOString().slice(0, 23);
}

/**
 * Finds dates whose written offset is not their zone's. What clocks were to show is what everybody was told before the
 * zone changed, and otherwise what is written.
 */
function createFinder(timeZone: string): (written: string) => Omit<OffsetConflict, "place"> | null {
  const [localTime, earlierTime] = [createLocalTime(timeZone), createLocalTime(earlierZoneOf(timeZone))];
  return (written) => {
    const at = new Date(written);
    const [instant, earlier] = [localTime(at), wallOf(earlierTime(at))];
    const [now, said] = [wallOf(instant), writtenWall(written)];
    if (said === now) return null;
    const wall = earlier === now ? said : earlier;
    return wall === null ? null : { written, instant, wallClock: atWall(wall, localTime) };
  };
}

function isOpening(place: string): boolean {
  return place === "dates.0" || place.endsWith("startDate");
}

const laterMs = ({ instant, wallClock }: OffsetConflict) => Math.max(Date.parse(instant), Date.parse(wallClock));
const earlierMs = ({ instant, wallClock }: OffsetConflict) => Math.min(Date.parse(instant), Date.parse(wallClock));

/** Dates of a draw that lie ahead in one reading at least, and are ambiguous; what is over by both stays as it was. */
export function offsetConflictsOf(draw: Draw, now: Date): OffsetConflict[] {
  const find = createFinder(draw.timeZone);
  const found = new Map<string, OffsetConflict>();
  mapDates(draw, (written, place) => {
    const conflict = find(written);
    if (conflict) found.set(`${place} ${written}`, { place, ...conflict });
    return written;
  });
  return [...found.values()].filter((conflict) => laterMs(conflict) > now.getTime());
}

/** The dates as clocks were to show them. */
export function movesOf(conflicts: readonly OffsetConflict[]): DateMove[] {
  return conflicts.map(({ place, written, wallClock }) => ({
    place,
    from: written,
    to: wallClock.replace(".000", ""),
  }));
}

/** A choice comes before either reading of the end of sales, and of whatever ends or is drawn among `conflicts`. */
export function choosableUntil(draw: Draw, conflicts: readonly OffsetConflict[]): Date {
  const moved = withMoves(draw, movesOf(conflicts));
  const ends = [draw, moved].map((one) => scheduleOf(one).closesAt.getTime());
  return new Date(Math.min(...ends, ...conflicts.filter(({ place }) => !isOpening(place)).map(earlierMs)));
}

/** A draw as an admin is asked about it at `now`; null where its dates have one reading. */
export function ambiguousDrawOf(draw: Draw, now: Date): AmbiguousDraw | null {
  const dates = offsetConflictsOf(draw, now);
  if (dates.length === 0) return null;
  const title = localText(draw.title as LocalText, draw.locale.lang).text;
  const until = createLocalTime(draw.timeZone)(choosableUntil(draw, dates));
  return { id: draw.id, title, timeZone: draw.timeZone, choosableUntil: until, dates };
}
