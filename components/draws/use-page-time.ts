import { useLocale } from "next-intl";
import { useCallback } from "react";

import type { InstantStyle } from "@/lib/platform/i18n/format-instant";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { ownTimeZone } from "@/lib/platform/i18n/zoned-parts";
import { useZone } from "./zone-provider";

export function usePageTime(style: Extract<InstantStyle, "clock" | "dated" | "second">): (at: Date) => string {
  const locale = useLocale();
  const timeZone = useZone();
  return useCallback(
    (at) => {
      if (timeZone !== null) return formatInstant(at, locale, timeZone, style);
      return formatInstant(at, locale, ownTimeZone(), style === "clock" ? "time" : style);
    },
    [locale, timeZone, style],
  );
}
