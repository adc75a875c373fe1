/** `network` and `wideNetwork` (IPv6) are keys of their day, or null for a tablet. `client` is the browser's cookie. */
export type Caller = {
  network: string | null;
  wideNetwork: string | null;
  client: string | null;
  deviceId: string | null;
};

/** In seconds. Holds may also end earlier. */
const waits = { min: 3, max: 120 } as const;

/** `chance` (0 to 1) adds up to a quarter, so that callers refused together do not return together. */
export function secondsToWait(end: Date, now: Date, chance: number): number {
  const left = (end.getTime() - now.getTime()) / 1000;
  const bounded = Math.min(waits.max, Math.max(waits.min, left));
  return Math.ceil(bounded * (1 + chance / 4));
}
