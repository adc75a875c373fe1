/**
 * Gives a function that writes instants as ISO with the offset of `timeZone` at that instant; the first ten characters are
 * the day there. The formatter is made once, for it costs far more than its use. */
export function createLocalTime(timeZone: string): (instant: Date) => string {
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
  return (instant) => {
    const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const day = `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
    const ms = String(instant.getUTCMilliseconds()).padStart(3, "0");
    const offset = (parts.get("timeZoneName") ?? "").replace("GMT", "") || "+00:00";
    return `${day}T${parts.get("hour")}:${parts.get("minute")}:${parts.get("second")}.${ms}${offset}`;
  };
}
