import { createLocalTime } from "@/lib/local-time";
import { localInstant } from "@/scripts/draw/local-instant";

const minuteMs = 60_000;
const dayAndTime = /^([+-]\d+)d (\d\d:\d\d)$/;
const minutesAhead = /^([+-]\d+)min(?: by (\d+))?$/;

/**
 * Reads "-6d 09:00" as nine o'clock six days before the day of `now`, "+2min" as the first full minute at least two
 * minutes away, "-20min" as the first one at most twenty minutes ago, and "+35min by 5" as the first multiple of five
 * minutes at least 35 minutes away. Null for other texts.
 */
export function dateAt(text: string, timeZone: string, now: Date): string | null {
  const [, days, time] = dayAndTime.exec(text) ?? [];
  if (days && time) return localInstant(timeZone, now, Number(days), time);
  const [, minutes, step = 1] = minutesAhead.exec(text) ?? [];
  return minutes ? fullMinute(timeZone, now, Number(minutes), Number(step)) : null;
}

function fullMinute(timeZone: string, now: Date, minutes: number, step: number): string {
  const stepMs = step * minuteMs;
  const text = createLocalTime(timeZone)(new Date(Math.ceil((now.getTime() + minutes * minuteMs) / stepMs) * stepMs));
  return text.slice(0, 19) + text.slice(-6);
}
