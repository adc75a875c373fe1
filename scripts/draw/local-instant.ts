import { createLocalTime } from "@/lib/local-time";

const dayMs = 86_400_000;

/** An ISO instant with offset at `time` ("19:30") in the zone, `days` after the day of `now` there. */
export function localInstant(timeZone: string, now: Date, days: number, time: string): string {
  const localTime = createLocalTime(timeZone);
  const today = Date.parse(`${localTime(now).slice(0, 10)}T00:00:00Z`);
  const date = new Date(today + days * dayMs).toISOString().slice(0, 10);
  // Clocks change at night, so the whole day has the offset of noon, which is 15:00 to 21:00 UTC in Canada.
  return `${date}T${time}:00${localTime(new Date(`${date}T18:00:00Z`)).slice(-6)}`;
}
