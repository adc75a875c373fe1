import { dayMs, minuteMs } from "@/lib/durations";

/** Returns a function for the minutes from UTC at an instant. Keep it, because creating the formatter is expensive. */
export function createOffset(timeZone: string): (instant: Date) => number {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, timeZoneName: "longOffset" });
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
    return sign ? (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1) : 0;
  };
}

export function isoOffset(minutes: number): string {
  const [hours, minutesLeft] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return [minutes < 0 ? "-" : "+", String(hours).padStart(2, "0"), ":", String(minutesLeft).padStart(2, "0")].join("");
}

/**
 * Returns a function that writes ISO with the zone's offset, so that the first ten characters are the local day. Keep
 * it, because creating the formatter is expensive.
 */
export function createLocalTime(timeZone: string): (instant: Date) => string {
  const offsetOf = createOffset(timeZone);
  let cached = { minute: Number.NaN, offset: 0 };
  // Zones change their offset on whole minutes, so one lookup serves a minute.
  const offsetAt = (instant: Date) => {
    const minute = Math.floor(instant.getTime() / minuteMs);
    if (cached.minute !== minute) cached = { minute, offset: offsetOf(instant) };
    return cached.offset;
  };
  return (instant) => {
    const offset = offsetAt(instant);
    return new Date(instant.getTime() + offset * minuteMs).toISOString().slice(0, 23) + isoOffset(offset);
  };
}

const quarterMs = 15 * minuteMs;

/** Accepts days such as `2026-11-20`, in the years 2000 to 2199. */
export function isDay(text: string): boolean {
  const at = /^2[01]\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** From the first instant of a day to the first of the next day. */
export type DaySpan = { from: Date; to: Date };

/** Searches by quarter hours, because zones are whole quarters from UTC, at most 14 hours. */
export function getDaySpan(day: string, timeZone: string): DaySpan {
  const localTime = createLocalTime(timeZone);
  const utcMs = Date.parse(`${day}T00:00:00Z`);
  const quarters = Array.from({ length: 212 }, (_none, index) => utcMs - (56 - index) * quarterMs);
  const days = quarters.map((atMs) => localTime(new Date(atMs)).slice(0, 10));
  const from = days.findIndex((each) => each >= day);
  const to = days.findIndex((each) => each > day);
  return { from: new Date(quarters[from] ?? utcMs), to: new Date(quarters[to] ?? utcMs) };
}

export function isTimeZone(name: string): boolean {
  try {
    createOffset(name);
    return true;
  } catch {
    return false;
  }
}

/** Resolves an alias such as `Canada/Pacific`. */
export function getZoneName(timeZone: string): string {
  return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
}

/**
 * The instant of a wall-clock time such as `2026-11-20T19:30` in a zone, in ISO with the zone's offset. Where clocks go
 * back, the first of the two; where they go forward, a missing time is as much later.
 */
export function fromWallClock(wallClock: string, timeZone: string): string {
  const getOffset = createOffset(timeZone);
  const wallMs = Date.parse(`${wallClock.slice(0, 16)}:00Z`);
  const offsets = [-dayMs, dayMs].map((shift) => getOffset(new Date(wallMs + shift)) * minuteMs);
  const instants = offsets.map((offset) => wallMs - offset);
  const exact = instants.filter((at) => at + getOffset(new Date(at)) * minuteMs === wallMs);
  const at = new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...instants));
  return createLocalTime(timeZone)(at).replace(".000", "");
}

/** The wall-clock time of an instant in a zone, such as `2026-11-20T19:30`. */
export function toWallClock(instant: string, timeZone: string): string {
  return createLocalTime(timeZone)(new Date(instant)).slice(0, 16);
}

/** Moves an instant by days of the calendar. The time on the clock stays, also where clocks change meanwhile. */
export function addLocalDays(instant: string, days: number, timeZone: string): string {
  const wallMs = Date.parse(`${toWallClock(instant, timeZone)}:00Z`);
  return fromWallClock(new Date(wallMs + days * dayMs).toISOString(), timeZone);
}
