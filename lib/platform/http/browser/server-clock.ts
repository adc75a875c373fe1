let clockAheadMs = 0;

/** The server dates its answers; a browser's own clock may be wrong by hours. */
export function readClock(headers: Headers): void {
  const date = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(date)) clockAheadMs = date - Date.now();
}

/** The server's time in ms as this browser last heard it; its own clock before the first answer. */
export function serverNow(): number {
  return Date.now() + clockAheadMs;
}
