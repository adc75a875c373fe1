import { createLocalTime, spanOfDay } from "@/lib/local-time";

/** Access ends at midnight in this zone, wherever its roles hold. */
export const accessZone = "America/Toronto";

const localTimeOf = createLocalTime(accessZone);

/** The day of an instant, written as in a date field. */
export function accessDayOf(instant: Date): string {
  return localTimeOf(instant).slice(0, 10);
}

/** A moment of the last day before access ends, by which that day can be formatted. */
export function lastMomentOf(endsAt: string): Date {
  return new Date(Date.parse(endsAt) - 1);
}

/** The last day before access ends, written as in a date field. */
export function lastDayOf(endsAt: string): string {
  return accessDayOf(lastMomentOf(endsAt));
}

/** When access ends if this is its last day. */
export function endOfLastDay(day: string): string {
  return spanOfDay(day, accessZone).to.toISOString();
}
