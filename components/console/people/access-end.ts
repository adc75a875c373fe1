import { consoleZone } from "@/components/console/console-zone";
import { createLocalTime, spanOfDay } from "@/lib/local-time";

const localTimeOf = createLocalTime(consoleZone);

/** Today's date, written as in a date field. */
export function today(): string {
  return localTimeOf(new Date()).slice(0, 10);
}

/** A moment of the last day before access ends, by which that day can be formatted. */
export function lastMomentOf(endsAt: string): Date {
  return new Date(Date.parse(endsAt) - 1);
}

/** The last day before access ends, written as in a date field. */
export function lastDayOf(endsAt: string): string {
  return localTimeOf(lastMomentOf(endsAt)).slice(0, 10);
}

/** When access ends if this is its last day. */
export function endOfLastDay(day: string): string {
  return spanOfDay(day, consoleZone).to.toISOString();
}
