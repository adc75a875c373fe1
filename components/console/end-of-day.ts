/** The instant at which a day of a date field ends, where the reader is; null without a day. */
export function endOfDay(day: string): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.map(Number) ?? [];
  return year && month && date ? new Date(year, month - 1, date + 1).toISOString() : null;
}
