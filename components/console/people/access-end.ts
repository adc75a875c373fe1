import { consoleZone } from "@/components/console/console-zone";
import { createLocalTime, spanOfDay } from "@/lib/local-time";

const localTimeOf = createLocalTime(consoleZone);

/** Today as in a date field. */
export function today(): string {
  return localTimeOf(new Date()).slice(0, 10);
}

/** A moment of the last day before access ends. */
export function lastMomentOf(endsAt: string): Date {
  return new Date(Date.parse(endsAt) - 1);
}

/** The last day before access ends, as in a date field. */
export function lastDayOf(endsAt: string): string {
  return localTimeOf(lastMomentOf(endsAt)).slice(0, 10);
}

/** When access ends whose last day is this one. */
export function endOfLastDay(day: string): string {
  return spanOfDay(day, consoleZone).to.toISOString();
}
