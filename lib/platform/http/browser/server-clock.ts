let clockAheadMs = 0;

/** Reads the server's time, because a browser's clock may be wrong by hours. */
export function readClock(headers: Headers): void {
  const date = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(date)) clockAheadMs = date - Date.now();
}

export function serverNow(): number {
  return Date.now() + clockAheadMs;
}
