const dayMs = 24 * 60 * 60_000;

function offsetOf(day: Date): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: "America/Toronto",
    timeZoneName: "longOffset",
  }).formatToParts(day);
  const name = parts.find((part) => part.type === "timeZoneName")?.value ?? "GMT-05:00";
  return name.replace("GMT", "");
}

/** The ISO instant `days` after `now` at `time` ("19:30") in Toronto; negative days lie in the past. */
export function torontoInstant(now: Date, days: number, time: string): string {
  const day = new Date(now.getTime() + days * dayMs);
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Toronto", dateStyle: "short" }).format(day);
  return `${date}T${time}:00${offsetOf(day)}`;
}
