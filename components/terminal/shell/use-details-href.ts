import { useLocale } from "next-intl";
import type { OrderAddress } from "@/lib/payments/client";
import { localizedPath } from "@/lib/platform/i18n/routing";

/** The address of an order's details. */
export function useDetailsHref({ instanceId, orderId }: OrderAddress): string {
  const query = new URLSearchParams({ instanceId, orderId });
  return localizedPath(useLocale(), `/terminal/order-details?${query}`);
}
