import type { PageProps } from "@/app/[locale]/page-props";
import { missingTerminalPage } from "@/app/[locale]/terminal/missing-terminal-page";
import { readOrderPage, unlistedMetadata } from "@/app/[locale]/terminal/terminal-page";
import { SoldPage } from "@/components/terminal/sold-page";
import { env } from "@/lib/platform/server/env";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("order.plainTitle", "/terminal/success", {
  referrer: "no-referrer",
  requiredQuery: ["instanceId", "orderId"],
});

export default async function Page(props: PageProps) {
  const place = await readOrderPage(props);
  return place ? <SoldPage {...place} checkoutHost={env().CHECKOUT_HOST} /> : missingTerminalPage();
}
