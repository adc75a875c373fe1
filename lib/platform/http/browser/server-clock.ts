let clockAheadMs = 0;

/** Keeps the offset to the server's clock, because a browser's may be wrong by hours. */
export function readClock(headers: Headers): void {
  const date = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(date)) clockAheadMs = date - Date.now();
}

export function serverNow(): number {
  return Date.now() + clockAheadMs;
}
