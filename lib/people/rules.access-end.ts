import { createLocalTime, getDaySpan } from "@/lib/local-time";

/** Access ends at midnight in this zone, wherever its roles hold. */
export const accessZone = "America/Toronto";

const localTimeOf = createLocalTime(accessZone);

/** The day of an instant, written as in a date field. */
export function getAccessDay(instant: Date): string {
  return localTimeOf(instant).slice(0, 10);
}

/** A moment of the last day before access ends, by which that day can be formatted. */
export function getLastMoment(endsAt: string): Date {
  return new Date(Date.parse(endsAt) - 1);
}

/** The last day before access ends, written as in a date field. */
export function getLastDay(endsAt: string): string {
  return getAccessDay(getLastMoment(endsAt));
}

/** When access ends if this is its last day. */
export function endOfLastDay(day: string): string {
  return getDaySpan(day, accessZone).to.toISOString();
}
