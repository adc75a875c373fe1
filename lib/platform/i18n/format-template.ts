import type { Language } from "./routing";
import { zonedParts } from "./zoned-parts";

/** `[at]` and `'at'` are literal text. */
const token = /\[([^\]]*)\]|'([^']*)'|([A-Za-z])\3*/g;

type Part = { style: Intl.DateTimeFormatOptions; part: Intl.DateTimeFormatPartTypes; digits?: number };

const year: Part = { style: { year: "numeric" }, part: "year" };
const month: Part = { style: { month: "numeric" }, part: "month" };
const day: Part = { style: { day: "numeric" }, part: "day" };
const hour: Part = { style: { hour: "numeric", hourCycle: "h23" }, part: "hour" };
const hour12: Part = { style: { hour: "numeric", hourCycle: "h12" }, part: "hour" };
const dayPeriod: Part = { style: { hour: "numeric", hourCycle: "h12" }, part: "dayPeriod" };
const weekday: Part = { style: { weekday: "long" }, part: "weekday" };
const shortWeekday: Part = { style: { weekday: "short" }, part: "weekday" };
const zone: Part = { style: { hour: "numeric", timeZoneName: "short" }, part: "timeZoneName" };

/** Letters of Unicode, date-fns, Moment and Day.js. */
const parts: Record<string, Part> = {
  YYYY: year,
  yyyy: year,
  MMMM: { style: { month: "long", day: "numeric" }, part: "month" },
  MMM: { style: { month: "short", day: "numeric" }, part: "month" },
  MM: { ...month, digits: 2 },
  M: month,
  DD: { ...day, digits: 2 },
  dd: { ...day, digits: 2 },
  D: day,
  d: day,
  dddd: weekday,
  EEEE: weekday,
  ddd: shortWeekday,
  EEE: shortWeekday,
  HH: { ...hour, digits: 2 },
  H: hour,
  hh: { ...hour12, digits: 2 },
  h: hour12,
  mm: { style: { hour: "numeric", minute: "2-digit" }, part: "minute", digits: 2 },
  ss: { style: { minute: "2-digit", second: "2-digit" }, part: "second", digits: 2 },
  A: dayPeriod,
  a: dayPeriod,
  z: zone,
  Z: zone,
};

export function isTemplate(template: string): boolean {
  const letters = [...template.matchAll(token)].flatMap(([run, ...words]) =>
    words[0] === undefined && words[1] === undefined ? [run] : [],
  );
  return letters.length > 0 && letters.every((run) => run in parts);
}

export function formatTemplate(
  template: string,
  instant: string | Date,
  { locale, timeZone }: { locale: Language; timeZone: string },
): string {
  const at = new Date(instant);
  return template.replace(token, (run: string, bracketed?: string, quoted?: string) => {
    const definition = parts[run];
    if (!definition) return bracketed ?? quoted ?? run;
    const zoned = zonedParts(at, locale, timeZone, { ...definition.style, numberingSystem: "latn" });
    const value = zoned.find(({ type }) => type === definition.part)?.value ?? "";
    return definition.digits ? value.padStart(definition.digits, "0") : value.replace(/^0(?=\d)/, "");
  });
}
