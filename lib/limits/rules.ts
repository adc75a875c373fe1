/**
 * Who calls, for limits: a network and the wide one around it by keys of their day, a browser by its cookie, a tablet
 * by its credential. `network` is null for a tablet and an unknown address, `wide` also for IPv4; `client` is null for
 * a tablet and without a cookie.
 */
export type Caller = { network: string | null; wide: string | null; client: string | null; deviceId: string | null };

/** In seconds; room also comes free when somebody pays or leaves. */
const waits = { least: 3, most: 120 } as const;

/**
 * When to call again if the next hold ends at `end`; `chance` from 0 to 1 adds up to a quarter, so that callers who
 * were refused together do not come back together.
 */
export function secondsToWait(end: Date, now: Date, chance: number): number {
  const left = (end.getTime() - now.getTime()) / 1000;
  const bounded = Math.min(waits.most, Math.max(waits.least, left));
  return Math.ceil(bounded * (1 + chance / 4));
}
