import type { Language } from "./routing";
import { formatLocale } from "./routing";

/** From an instant on, in ms: how many minutes from UTC the clocks of a zone are, and its short name by language. */
type ZoneOffset = { fromMs: number; minutes: number } & Record<Language, string>;

/** What the server knows of the clocks of a time zone, oldest first. */
export type ZoneOffsets = { timeZone: string; offsets: ZoneOffset[] };

const fromServer = new Map<string, readonly ZoneOffset[]>();

/**
 * Makes a browser write times of a zone by the server's zone data from now on: its own may be years old (decision 040).
 * Does nothing on the server.
 */
export function keepOffsets({ timeZone, offsets }: ZoneOffsets): void {
  if (typeof window !== "undefined") fromServer.set(timeZone, offsets);
}

/** Whether times of a zone are written by what the server told of it. */
export function hasOffsets(timeZone: string): boolean {
  return fromServer.has(timeZone);
}

function serverOffset(timeZone: string, at: Date): ZoneOffset | undefined {
  const offsets = fromServer.get(timeZone);
  return offsets?.findLast(({ fromMs }) => fromMs <= at.getTime()) ?? offsets?.[0];
}

/** The zone of the device's own clock. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The formatter of a style, made once: that takes much longer than its use. */
function formatOf(locale: Language, timeZone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([locale, timeZone, style]);
  const format = formats.get(name) ?? new Intl.DateTimeFormat(formatLocale(locale), { ...style, timeZone });
  formats.set(name, format);
  return format;
}

/** The parts of an instant as Canada writes it, by the clocks of a time zone. */
export function zonedParts(
  at: Date,
  locale: Language,
  timeZone: string,
  style: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormatPart[] {
  const offset = serverOffset(timeZone, at);
  if (!offset) return formatOf(locale, timeZone, style).formatToParts(at);
  const shown = new Date(at.getTime() + offset.minutes * 60_000);
  const parts = formatOf(locale, "UTC", style).formatToParts(shown);
  return parts.map((part) => (part.type === "timeZoneName" ? { ...part, value: offset[locale] } : part));
}
