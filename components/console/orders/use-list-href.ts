import { useLocale } from "next-intl";
import { useRemembered } from "@/components/console/use-remembered";
import { localizedPath } from "@/lib/platform/i18n/routing";

/** The address of the list as it was last seen, with its filter, and how to keep another. */
export function useListHref(): [string, (href: string) => void] {
  return useRemembered("order-list", localizedPath(useLocale(), "/console/orders"));
}
