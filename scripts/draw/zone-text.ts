import type { AmbiguousDraw, DateReading } from "@/lib/zones/rules";

const readings: readonly string[] = ["instant", "wall-clock"] satisfies DateReading[];

export function parseZoneOptions([option, reading, ...others]: readonly string[]): string | null {
  const isClear = option === "--keep" && reading !== undefined && others.length === 0;
  return isClear && readings.includes(reading) ? reading : null;
}

/** Formats `2026-12-19T19:00:00.000-07:00` as `2026-12-19 19:00 (-07:00)`. */
function timeText(local: string): string {
  return `${local.slice(0, 10)} ${local.slice(11, 16)} (${local.slice(-6)})`;
}

export function ambiguousLines(draws: readonly AmbiguousDraw[]): string[] {
  if (draws.length === 0) return ["All upcoming dates are written in their draw's own time zone."];
  return draws.flatMap(({ id, title, timeZone, choosableUntil, dates }) => [
    `${id}  ${title}`,
    `  ${timeZone}; choose before ${timeText(choosableUntil)}`,
    ...dates.flatMap(({ place, written, instant, wallClock }) => [
      `  ${place}: written ${written}`,
      `    --keep instant:    ${timeText(instant)}`,
      `    --keep wall-clock: ${timeText(wallClock)}`,
    ]),
  ]);
}
