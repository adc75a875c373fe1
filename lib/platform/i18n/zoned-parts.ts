import type { Language } from "./routing";
import { formatLocale } from "./routing";

type ZoneOffset = { fromMs: number; minutes: number } & Record<Language, string>;

export type ZoneOffsets = { timeZone: string; offsets: ZoneOffset[] };

const serverOffsets = new Map<string, readonly ZoneOffset[]>();

/**
 * Browsers use the server's zone data, because their own may be years old (decision 040). Does nothing on the server.
 */
export function setServerOffsets({ timeZone, offsets }: ZoneOffsets): void {
  if (typeof window !== "undefined") serverOffsets.set(timeZone, offsets);
}

export function hasServerOffsets(timeZone: string): boolean {
  return serverOffsets.has(timeZone);
}

function serverOffset(timeZone: string, at: Date): ZoneOffset | undefined {
  const offsets = serverOffsets.get(timeZone);
  return offsets?.findLast(({ fromMs }) => fromMs <= at.getTime()) ?? offsets?.[0];
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(locale: Language, timeZone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([locale, timeZone, style]);
  const format = formats.get(name) ?? new Intl.DateTimeFormat(formatLocale(locale), { ...style, timeZone });
  formats.set(name, format);
  return format;
}

export function zonedParts(
  at: Date,
  locale: Language,
  timeZone: string,
  style: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormatPart[] {
  const offset = serverOffset(timeZone, at);
  if (!offset) return getFormat(locale, timeZone, style).formatToParts(at);
  const local = new Date(at.getTime() + offset.minutes * 60_000);
  const parts = getFormat(locale, "UTC", style).formatToParts(local);
  return parts.map((part) => (part.type === "timeZoneName" ? { ...part, value: offset[locale] } : part));
}
