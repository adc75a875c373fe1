/** A stretch of time in whole units. */
export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

/** Splits `ms` into days, hours, minutes and seconds; nothing below zero. */
export function splitTime(ms: number): TimeLeft {
  const total = Math.max(0, Math.ceil(ms / 1000));
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
  };
}
