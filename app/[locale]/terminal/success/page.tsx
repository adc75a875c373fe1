import type { PageProps } from "@/app/[locale]/page-props";
import { missingTerminalPage } from "@/app/[locale]/terminal/missing-terminal-page";
import { readOrderPage, unlisted } from "@/app/[locale]/terminal/terminal-page";
import { SoldPage } from "@/components/terminal/sold-page";
import { env } from "@/lib/platform/server/env";

/** Rendered for each request and kept by nobody. */
export const dynamic = "force-dynamic";

export const generateMetadata = unlisted("order.plainTitle", "/terminal/success", {
  referrer: "no-referrer",
  needs: ["instanceId", "orderId"],
});

/** The page after a sale (`instanceId`, `orderId`): a shell, whose order is fetched with the device's credential. */
export default async function Page(props: PageProps) {
  const place = await readOrderPage(props);
  return place ? <SoldPage {...place} checkoutHost={env().CHECKOUT_HOST} /> : missingTerminalPage();
}
