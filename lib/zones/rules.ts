import type { DateChange } from "@/lib/draws/import/rules.changes";
import { mapDates, withDateChanges } from "@/lib/draws/import/rules.changes";
import { getSchedule, listEarlyBirds, mainPoolId } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import { dayMs } from "@/lib/durations";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { createLocalTime, getZoneName } from "@/lib/local-time";

export type DateReading = "instant" | "wall-clock";

/**
 * A date whose offset contradicts its time zone. `instant` and `wallClock` are the two possible readings, both with the
 * offset by the zone's present rules.
 */
export type OffsetConflict = { place: string; written: string; instant: string; wallClock: string };

export type AmbiguousDraw = {
  id: string;
  title: string;
  timeZone: string;
  choosableUntil: string;
  dates: OffsetConflict[];
};

/** Zones with summer time all year since 2026 (tz 2026c), each with a zone that keeps its former rule. */
const formerRuleZones = new Map([
  ["America/Vancouver", "America/Los_Angeles"],
  ["America/Edmonton", "America/Denver"],
  ["America/Yellowknife", "America/Denver"],
]);

function getFormerRuleZone(timeZone: string): string {
  return formerRuleZones.get(getZoneName(timeZone)) ?? timeZone;
}

const toWallClock = (local: string) => local.slice(0, 23);

const toOffset = (local: string) => local.slice(23);

/** Returns the instant of a wall-clock time. If clocks skip that time, the earlier offset applies. */
function resolveWallClock(wallClockTime: string, localTime: (instant: Date) => string): string {
  const utcMs = Date.parse(`${wallClockTime}Z`);
  const offsets = [-dayMs, dayMs].map((shiftMs) => toOffset(localTime(new Date(utcMs + shiftMs))));
  const times = offsets.map((offset) => wallClockTime + offset);
  return times.find((time) => localTime(new Date(time)) === time) ?? times[0] ?? `${wallClockTime}Z`;
}

/** `2026-12-19T18:00:00-08:00` means 18:00, while `Z` gives no wall-clock time. */
function parseWrittenWallClock(written: string): string | null {
  const [, offset] = /([+-]\d\d:\d\d)$/.exec(written) ?? [];
  if (!offset || offset === "+00:00") return null;
  return new Date(`${written.slice(0, -offset.length)}Z`).toISOString().slice(0, 23);
}

/** Buyers in zones that changed were shown the time by the former rule. In other zones the written time counts. */
function createConflictFinder(timeZone: string): (written: string) => Omit<OffsetConflict, "place"> | null {
  const [localTime, formerLocalTime] = [createLocalTime(timeZone), createLocalTime(getFormerRuleZone(timeZone))];
  return (written) => {
    const at = new Date(written);
    const [instant, formerRuleTime] = [localTime(at), toWallClock(formerLocalTime(at))];
    const [currentRuleTime, writtenTime] = [toWallClock(instant), parseWrittenWallClock(written)];
    if (writtenTime === currentRuleTime) return null;
    const wallClockTime = formerRuleTime === currentRuleTime ? writtenTime : formerRuleTime;
    return wallClockTime === null ? null : { written, instant, wallClock: resolveWallClock(wallClockTime, localTime) };
  };
}

function isOpening(place: string): boolean {
  return place === "dates.0" || place.endsWith("startDate");
}

const latestReadingMs = ({ instant, wallClock }: OffsetConflict) =>
  Math.max(Date.parse(instant), Date.parse(wallClock));
const earliestReadingMs = ({ instant, wallClock }: OffsetConflict) =>
  Math.min(Date.parse(instant), Date.parse(wallClock));

export function findOffsetConflicts(draw: Draw, now: Date): OffsetConflict[] {
  const find = createConflictFinder(draw.timeZone);
  const conflicts = new Map<string, OffsetConflict>();
  mapDates(draw, (written, place) => {
    const conflict = find(written);
    if (conflict) conflicts.set(`${place} ${written}`, { place, ...conflict });
    return written;
  });
  return [...conflicts.values()].filter((conflict) => latestReadingMs(conflict) > now.getTime());
}

export function toDateChanges(conflicts: readonly OffsetConflict[]): DateChange[] {
  return conflicts.map(({ place, written, wallClock }) => ({
    place,
    from: written,
    to: wallClock.replace(".000", ""),
  }));
}

export function choosableUntil(draw: Draw, conflicts: readonly OffsetConflict[]): Date {
  const moved = withDateChanges(draw, toDateChanges(conflicts));
  const ends = [draw, moved].map((one) => getSchedule(one).closesAt.getTime());
  return new Date(Math.min(...ends, ...conflicts.filter(({ place }) => !isOpening(place)).map(earliestReadingMs)));
}

export function findAmbiguousDraw(draw: Draw, now: Date): AmbiguousDraw | null {
  const dates = findOffsetConflicts(draw, now);
  if (dates.length === 0) return null;
  const title = localText(draw.title as LocalText, draw.locale.lang).text;
  const until = createLocalTime(draw.timeZone)(choosableUntil(draw, dates));
  return { id: draw.id, title, timeZone: draw.timeZone, choosableUntil: until, dates };
}

/**
 * Pools whose sent receipts show a wrong time: `earlier` if sent by a release with the old time zone rules, `present`
 * if sent by this one before the choice.
 */
export type StalePools = { earlier: string[]; present: string[] };

function getReceiptDates(draw: Draw, timeZone: string, now: Date): Map<string, string> {
  const localTime = createLocalTime(timeZone);
  const toText = (dates: readonly Date[]) =>
    dates
      .filter((date) => date > now)
      .map((date) => localTime(date).slice(0, 16))
      .join(" ");
  const secondDates = draw.secondDraws.map(({ id, drawDate }): [string, string] => {
    return [id, toText(drawDate ? [new Date(drawDate)] : [])];
  });
  return new Map([[mainPoolId, toText([...listEarlyBirds(draw), getSchedule(draw).drawsAt])], ...secondDates]);
}

export function findStalePools(before: Draw, after: Draw, now: Date): StalePools {
  const expected = getReceiptDates(after, after.timeZone, now);
  const differing = (timeZone: string) =>
    [...getReceiptDates(before, timeZone, now)].flatMap(([poolId, dates]) =>
      dates === expected.get(poolId) ? [] : [poolId],
    );
  return { earlier: differing(getFormerRuleZone(before.timeZone)), present: differing(before.timeZone) };
}
