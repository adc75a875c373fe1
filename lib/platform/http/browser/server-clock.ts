let clockAheadMs = 0;

/** A browser's own clock may be wrong by hours. */
export function readClock(headers: Headers): void {
  const date = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(date)) clockAheadMs = date - Date.now();
}

/** The server's time in ms; before the first answer, the browser's own. */
export function serverNow(): number {
  return Date.now() + clockAheadMs;
}
