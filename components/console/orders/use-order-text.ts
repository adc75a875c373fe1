import { useLocale, useTranslations } from "next-intl";
import { consoleZone } from "@/components/console/console-zone";
import { useFormatters } from "@/components/ui/use-formatters";
import type { ConsoleOrderRow } from "@/lib/console/orders/rules";
import { getStatusKey } from "@/lib/console/orders/rules";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";

/** Amounts, times, statuses and addresses of orders in words. */
export function useOrderText(timeZone = consoleZone) {
  const t = useTranslations("console.orders");
  const locale = useLocale();
  const { dollars } = useFormatters();
  return {
    dollars,
    formatDateTime: (at: string) => formatInstant(at, locale, timeZone, "record"),
    getStatusText: (order: Pick<ConsoleOrderRow, "status" | "isPartlyRefunded">) =>
      t(`statuses.${getStatusKey(order)}`),
    getHref: ({ instanceId, orderCode }: Pick<ConsoleOrderRow, "instanceId" | "orderCode">) =>
      localizedPath(locale, `/console/orders/${instanceId}/${orderCode}`),
  };
}
