/** `network` and `wideNetwork` (IPv6) are digests of a day, null for a tablet. `client` is that of the cookie. */
export type Caller = {
  network: string | null;
  wideNetwork: string | null;
  client: string | null;
  deviceId: string | null;
};

/** In seconds. `max` is short, because holds may end earlier than planned. */
const waitLimits = { min: 3, max: 120 } as const;

/** `chance` (0 to 1) adds up to a quarter, so that callers who were refused together do not return together. */
export function secondsToWait(end: Date, now: Date, chance: number): number {
  const left = (end.getTime() - now.getTime()) / 1000;
  const bounded = Math.min(waitLimits.max, Math.max(waitLimits.min, left));
  return Math.ceil(bounded * (1 + chance / 4));
}
