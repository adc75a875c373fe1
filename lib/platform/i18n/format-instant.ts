import type { Language } from "./routing";
import { formatLocale } from "./routing";

/**
 * `long`: weekday, date, time and zone; `dated`: with the year, for papers that are kept; `short`: date and time;
 * `day`: date alone; `time`: time of day alone; `second`: the same to the second.
 */
export type InstantStyle = "long" | "dated" | "short" | "day" | "time" | "second";

const styles: Record<InstantStyle, Intl.DateTimeFormatOptions> = {
  long: {
    weekday: "long",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  },
  dated: {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  },
  short: { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" },
  day: { year: "numeric", month: "long", day: "numeric" },
  time: { hour: "numeric", minute: "2-digit" },
  second: { hour: "numeric", minute: "2-digit", second: "2-digit" },
};

/** What the formatter leaves undone in French: the first of a month is "1er", and an hour stays on one line. */
function polishFrench(words: string): string {
  return words
    .replace(/(^|\s)1 (?=\p{L}{3})/u, "$11er ")
    .replace(/(\d) (h|min) (?=\d)/g, "$1\u00a0$2\u00a0")
    .replace(/(\d) s$/, "$1\u00a0s");
}

/**
 * Writes an instant in the draw's time zone as Canada writes it ("21 h 30 HNE"), which the bare language would not.
 * For the server: engines differ in these words, so a browser would not repeat them letter by letter.
 */
export function formatInstant(instant: string | Date, locale: Language, timeZone: string, style: InstantStyle): string {
  const words = new Intl.DateTimeFormat(formatLocale(locale), { ...styles[style], timeZone }).format(new Date(instant));
  return locale === "fr" ? polishFrench(words) : words;
}
