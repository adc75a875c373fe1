const minuteMs = 60_000;

/**
 * Gives a function that writes instants as ISO with the offset of `timeZone` at that instant; the first ten characters
 * are the day there. The formatter is made once, for it costs far more than its use.
 */
export function createLocalTime(timeZone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone, timeZoneName: "longOffset" });
  let known = { minute: Number.NaN, offset: "", offsetMs: 0 };
  // Zones change their offset at whole minutes: what was sold in the same one needs no formatter.
  const offsetAt = (instant: Date) => {
    const minute = Math.floor(instant.getTime() / minuteMs);
    if (known.minute === minute) return known;
    const name = format.formatToParts(instant).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const offset = name.replace("GMT", "") || "+00:00";
    const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
    const offsetMs = (Number(hours) * 60 + Number(minutes)) * minuteMs * (sign === "-" ? -1 : 1);
    known = { minute, offset, offsetMs };
    return known;
  };
  return (instant) => {
    const { offset, offsetMs } = offsetAt(instant);
    return new Date(instant.getTime() + offsetMs).toISOString().slice(0, 23) + offset;
  };
}
