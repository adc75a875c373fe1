import { useLocale, useTranslations } from "next-intl";
import { consoleZone } from "@/components/console/console-zone";
import { useFormatters } from "@/components/ui/use-formatters";
import type { ConsoleOrderRow } from "@/lib/console/orders/rules";
import { getStatusKey } from "@/lib/console/orders/rules";
import { dayMs } from "@/lib/durations";
import type { InstantStyle } from "@/lib/platform/i18n/format-instant";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";

/** Within this time a day and month name one day. */
const sameYearMs = 300 * dayMs;

function chooseStyle(at: string, timeZone: string): InstantStyle {
  if (Date.now() - Date.parse(at) > sameYearMs) return "record";
  return timeZone === consoleZone ? "short" : "stamp";
}

/** Amounts, times, statuses and addresses of orders in words. */
export function useOrderText(timeZone = consoleZone) {
  const t = useTranslations("console.orders");
  const locale = useLocale();
  const { dollars } = useFormatters();
  return {
    dollars,
    formatDateTime: (at: string) => formatInstant(at, locale, timeZone, "record"),
    /** Names the year only of older orders, and the zone only where it is not the console's own. */
    formatListedAt: (at: string) => formatInstant(at, locale, timeZone, chooseStyle(at, timeZone)),
    getStatusText: (order: Pick<ConsoleOrderRow, "status" | "isPartlyRefunded">) =>
      t(`statuses.${getStatusKey(order)}`),
    getHref: ({ instanceId, orderCode }: Pick<ConsoleOrderRow, "instanceId" | "orderCode">) =>
      localizedPath(locale, `/console/orders/${instanceId}/${orderCode}`),
  };
}
