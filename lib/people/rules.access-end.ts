import { createLocalTime, getDaySpan } from "@/lib/local-time";

/** Access ends at midnight in this zone, whatever the zones of its draws. */
export const accessZone = "America/Toronto";

const localTimeOf = createLocalTime(accessZone);

/** The day of an instant, in the format of a date field. */
export function getAccessDay(instant: Date): string {
  return localTimeOf(instant).slice(0, 10);
}

/** An instant on the last day before access ends, for formatting that day. */
export function getLastMoment(endsAt: string): Date {
  return new Date(Date.parse(endsAt) - 1);
}

/** The last day before access ends, in the format of a date field. */
export function getLastDay(endsAt: string): string {
  return getAccessDay(getLastMoment(endsAt));
}

/** The instant at which access ends if `day` is its last day. */
export function endOfLastDay(day: string): string {
  return getDaySpan(day, accessZone).to.toISOString();
}
