import { getLocale } from "next-intl/server";

import { OrderMissing } from "@/components/orders/order-missing";
import type { Language } from "@/lib/platform/i18n/routing";

/** No such order. */
export default async function NotFound() {
  return <OrderMissing locale={(await getLocale()) as Language} />;
}
