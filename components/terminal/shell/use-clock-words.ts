import { useLocale } from "next-intl";

import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { useZone } from "./zone-provider";

/** The time of day of an instant by the clock of the page, with its zone: all other times of the page are of it too. */
export function useClockWords(): (at: Date) => string {
  const locale = useLocale();
  const timeZone = useZone();
  return (at) => formatInstant(at, locale, timeZone, "clock");
}
