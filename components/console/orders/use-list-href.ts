import { useLocale } from "next-intl";
import { useRememberedState } from "@/components/console/use-remembered-state";
import { localizedPath } from "@/lib/platform/i18n/routing";

/** The URL of the list with its last filter, and a setter. */
export function useListHref(): [string, (href: string) => void] {
  return useRememberedState("order-list", localizedPath(useLocale(), "/console/orders"));
}
