let clockAheadMs = 0;

/** A browser's clock may be wrong by hours. */
export function readClock(headers: Headers): void {
  const date = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(date)) clockAheadMs = date - Date.now();
}

/** In ms; the browser's time until the first answer. */
export function serverNow(): number {
  return Date.now() + clockAheadMs;
}
