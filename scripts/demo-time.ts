const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const dateInToronto = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto", dateStyle: "short" });
const zoneInToronto = new Intl.DateTimeFormat("en", { timeZone: "America/Toronto", timeZoneName: "longOffset" });

function offsetAt(at: Date): string {
  const name = zoneInToronto.formatToParts(at).find((part) => part.type === "timeZoneName")?.value;
  return name?.replace("GMT", "") ?? "-05:00";
}

/**
 * The ISO instant at `time` ("19:30") in Toronto on the day that comes `days` after the one of `now`; negative days lie
 * in the past. Not for the hour of the night in which clocks change.
 */
export function torontoInstant(now: Date, days: number, time: string): string {
  const today = Date.parse(`${dateInToronto.format(now)}T00:00:00Z`);
  const local = `${new Date(today + days * dayMs).toISOString().slice(0, 10)}T${time}:00`;
  // Winter time is an hour off at most, and clocks change in the small hours alone.
  return `${local}${offsetAt(new Date(`${local}-05:00`))}`;
}

/** The first ISO instant at least `minutes` after `now` whose minute is a multiple of `step`; in Toronto's time. */
export function torontoMinute(now: Date, minutes: number, step = 1): string {
  const stepMs = step * minuteMs;
  const at = new Date(Math.ceil((now.getTime() + minutes * minuteMs) / stepMs) * stepMs);
  const offset = offsetAt(at);
  const hours = Number(offset.slice(0, 3));
  return `${new Date(at.getTime() + hours * 60 * minuteMs).toISOString().slice(0, 19)}${offset}`;
}
