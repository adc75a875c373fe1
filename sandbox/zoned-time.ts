type ZonedTime = { local: string; milliseconds: string; offset: string };

// Creating a formatter costs far more than using it, and every payment needs two.
const formats = new Map<string, Intl.DateTimeFormat>();

/** `2018-08-13T15:49:35` in the account's local time, as in `created` (docs/bambora.md, Payment answers). */
export function localTime(instantMs: number, timeZone: string): string {
  return zonedTime(instantMs, timeZone).local;
}

/** `2017-06-01T14:27:28.185-07:00`, as in report rows (docs/bambora.md, Reports). */
export function offsetTime(instantMs: number, timeZone: string): string {
  const { local, milliseconds, offset } = zonedTime(instantMs, timeZone);
  return `${local}.${milliseconds}${offset}`;
}

/** A void is possible on the same Eastern day only (docs/bambora.md, Voids and returns). */
export function easternDay(instantMs: number): string {
  return zonedTime(instantMs, "America/Toronto").local.slice(0, 10);
}

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "longOffset",
  });
  formats.set(timeZone, format);
  return format;
}

function zonedTime(instantMs: number, timeZone: string): ZonedTime {
  const parts = new Map(
    getFormat(timeZone)
      .formatToParts(instantMs)
      .map((part) => [part.type, part.value]),
  );
  const date = `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
  const time = `${parts.get("hour")}:${parts.get("minute")}:${parts.get("second")}`;
  const offset = (parts.get("timeZoneName") ?? "GMT").replace("GMT", "") || "+00:00";
  return { local: `${date}T${time}`, milliseconds: String(instantMs % 1000).padStart(3, "0"), offset };
}
