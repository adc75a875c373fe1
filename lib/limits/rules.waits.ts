/**
 * The least and the most that a caller is told to wait, in seconds: room also comes free when somebody pays or leaves.
 */
const waits = { least: 3, most: 120 } as const;

/**
 * Seconds after which to call again when the next hold ends at `end`; `chance` from 0 to 1 makes it up to a quarter
 * longer, so that all who were refused together do not come back together.
 */
export function secondsToWait(end: Date, now: Date, chance: number): number {
  const left = (end.getTime() - now.getTime()) / 1000;
  const bounded = Math.min(waits.most, Math.max(waits.least, left));
  return Math.ceil(bounded * (1 + chance / 4));
}
