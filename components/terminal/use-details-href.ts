import { useLocale } from "next-intl";

import { localizedPath } from "@/lib/i18n/routing";
import type { OrderAddress } from "@/lib/orders/client";

/** The address of an order's details. */
export function useDetailsHref({ instanceId, orderId }: OrderAddress): string {
  const query = new URLSearchParams({ instanceId, orderId });
  return localizedPath(useLocale(), `/terminal/order-details?${query}`);
}
