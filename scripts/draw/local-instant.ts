import { createLocalTime } from "@/lib/local-time";

const dayMs = 86_400_000;

/**
 * An ISO instant with the offset of a time zone, at a time of that zone's daytime ("19:30"), so many days after the day
 * that it is there at `now`; negative days lie in the past.
 */
export function localInstant(timeZone: string, now: Date, days: number, time: string): string {
  const localTime = createLocalTime(timeZone);
  const today = Date.parse(`${localTime(now).slice(0, 10)}T00:00:00Z`);
  const date = new Date(today + days * dayMs).toISOString().slice(0, 10);
  // Clocks change at night: all the day has the offset of its noon, which is between 15:00 and 21:00 UTC in Canada.
  return `${date}T${time}:00${localTime(new Date(`${date}T18:00:00Z`)).slice(-6)}`;
}
