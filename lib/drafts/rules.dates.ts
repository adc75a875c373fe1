import { getTimeZone } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import { createLocalTime, fromWallClock, isTimeZone, toWallClock } from "@/lib/local-time";
import type { DraftContent } from "./schema";

const dateFields = new Set(["startDate", "endDate", "dates", "drawDate", "cutOffDate"]);

const wallClockPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Rewrites the dates at any depth, as far as they are texts. `path` leads to the date. */
export function mapContentDates<Content>(content: Content, rewrite: (date: string, path: string) => string): Content {
  const rewriteDates = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((date, index) => rewriteDates(date, `${path}.${index}`));
    return typeof value === "string" ? rewrite(value, path) : value;
  };
  const visit = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => visit(item, `${path}.${index}`));
    if (value === null || typeof value !== "object") return value;
    const entries = Object.entries(value).map(([key, part]) => [
      key,
      dateFields.has(key) ? rewriteDates(part, `${path}.${key}`) : visit(part, `${path}.${key}`),
    ]);
    return Object.fromEntries(entries);
  };
  return visit(content, "") as Content;
}

const isInstant = (date: string) => /(?:Z|[+-]\d\d:\d\d)$/i.test(date) && !Number.isNaN(Date.parse(date));

/** Writes all dates with the offset of the draw's zone, so that their text is the time on its clock. */
export function withZoneOffsets(content: DraftContent, timeZone: string): DraftContent {
  const toLocalTime = createLocalTime(timeZone);
  return mapContentDates(content, (date) => (isInstant(date) ? toLocalTime(new Date(date)).replace(".000", "") : date));
}

/**
 * Reads times of the clock, as forms send them, in the draw's zone. If the zone was changed, all dates keep their time
 * on the clock.
 */
export function readWallClocks(content: DraftContent, before: DraftContent): DraftContent {
  const { timeZone } = content;
  if (typeof timeZone !== "string" || !isTimeZone(timeZone)) return content;
  const earlier = before.timeZone;
  const isMoved = typeof earlier === "string" && isTimeZone(earlier) && earlier !== timeZone;
  return mapContentDates(content, (date) => {
    if (wallClockPattern.test(date)) return isDate(date) ? fromWallClock(date, timeZone) : date;
    return isMoved && isInstant(date) ? fromWallClock(toWallClock(date, earlier), timeZone) : date;
  });
}

/** Reads the dates of a file: those without an offset are times on the clock of its zone. */
export function readFileDates(content: DraftContent): DraftContent {
  const { timeZone } = content;
  const zoned = { ...content, timeZone: timeZone ?? getTimeZone(null) };
  const isKnown = typeof zoned.timeZone === "string" && isTimeZone(zoned.timeZone);
  return isKnown ? withZoneOffsets(readWallClocks(zoned, {}), String(zoned.timeZone)) : zoned;
}

const isDate = (wallClock: string) => !Number.isNaN(Date.parse(`${wallClock}:00Z`));

/**
 * Writes dates as the stored draw does, if they are its instants, because an import compares their texts. The same
 * instant may be written in several ways, so the text at the same place counts first.
 */
export function withStoredDates<Content>(content: Content, base: Draw): Content {
  const textsByPath = new Map<string, string>();
  const texts = new Map<number, string>();
  mapContentDates(base, (date, path) => {
    textsByPath.set(path, date);
    texts.set(Date.parse(date), date);
    return date;
  });
  return mapContentDates(content, (date, path) => {
    if (!isInstant(date)) return date;
    const stored = textsByPath.get(path);
    const isSame = stored !== undefined && Date.parse(stored) === Date.parse(date);
    return isSame ? stored : (texts.get(Date.parse(date)) ?? date);
  });
}
