/**
 * Who calls, as far as limits go: a network and the wide one around it by keys of their day, a browser by its cookie, a
 * tablet by its credential. `network` is null for a tablet and where nobody knows the address, `wide` also for IPv4;
 * `client` is null for a tablet and for a browser that brought no cookie.
 */
export type Caller = { network: string | null; wide: string | null; client: string | null; deviceId: string | null };

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
