const minuteMs = 60_000;

/** Minutes from UTC at an instant; creating the formatter is expensive. */
export function createOffset(timeZone: string): (instant: Date) => number {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, timeZoneName: "longOffset" });
  return (instant) => {
    const name = format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
    return sign ? (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1) : 0;
  };
}

export function isoOffset(minutes: number): string {
  const [hours, minutesLeft] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return [minutes < 0 ? "-" : "+", String(hours).padStart(2, "0"), ":", String(minutesLeft).padStart(2, "0")].join("");
}

/** ISO with the zone's offset; the first ten characters are the local day. Creating the formatter is expensive. */
export function createLocalTime(timeZone: string): (instant: Date) => string {
  const offsetOf = createOffset(timeZone);
  let cached = { minute: Number.NaN, offset: 0 };
  // Zones change their offset on whole minutes, so one lookup serves a minute.
  const offsetAt = (instant: Date) => {
    const minute = Math.floor(instant.getTime() / minuteMs);
    if (cached.minute !== minute) cached = { minute, offset: offsetOf(instant) };
    return cached.offset;
  };
  return (instant) => {
    const offset = offsetAt(instant);
    return new Date(instant.getTime() + offset * minuteMs).toISOString().slice(0, 23) + isoOffset(offset);
  };
}

/** The engine's canonical name of an alias such as `Canada/Pacific`. */
export function zoneNameOf(timeZone: string): string {
  return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
}
