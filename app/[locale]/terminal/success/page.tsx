import type { PageProps } from "@/app/[locale]/page-props";
import { readOrderPlace, unlisted } from "@/app/[locale]/terminal/terminal-page";
import { SoldPlace } from "@/components/terminal/sold-place";
import { env } from "@/lib/platform/server/env";

/** Rendered for each request and kept by nobody. */
export const dynamic = "force-dynamic";

export const generateMetadata = unlisted("terminalReceipt.title", { referrer: "no-referrer" });

/** The page after a sale (`instanceId`, `orderId`): a shell, whose order is fetched with the device's credential. */
export default async function Page(props: PageProps) {
  return <SoldPlace {...(await readOrderPlace(props))} checkoutHost={env().CHECKOUT_HOST} />;
}
