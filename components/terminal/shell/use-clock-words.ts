import { useLocale } from "next-intl";

import { formatInstant } from "@/lib/platform/i18n/format-instant";

/** The time of day of an instant, as a clock beside the tablet shows it. */
export function useClockWords(): (at: Date) => string {
  const locale = useLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (at) => formatInstant(at, locale, timeZone, "time");
}
