import "server-only";

import { createLocalTime } from "@/lib/local-time";

/** Since 2026 British Columbia, Alberta and the Northwest Territories stay on summer time (tz 2026c). */
const referenceTimes = [
  ["America/Vancouver", "2026-12-15T20:00:00Z", "2026-12-15T13:00:00.000-07:00"],
  ["America/Edmonton", "2026-12-15T20:00:00Z", "2026-12-15T14:00:00.000-06:00"],
  ["America/Yellowknife", "2026-12-15T20:00:00Z", "2026-12-15T14:00:00.000-06:00"],
] as const;

export function requireZoneData(): void {
  for (const [timeZone, at, local] of referenceTimes) {
    const written = createLocalTime(timeZone)(new Date(at));
    if (written !== local) throw new OldZoneData(`${timeZone} is ${written} instead of ${local}`);
  }
}

/** With old zone data, buyers would see wrong times, and days would begin at them. */
class OldZoneData extends Error {
  constructor(wrong: string) {
    super(
      `The time zones of Node.js ${process.version} (tz ${process.versions.tz}) are out of date, so start with ` +
        `Node.js 24.21 or later (docs/operations.md, Time zones): ${wrong}.`,
    );
    this.name = "OldZoneData";
  }
}
