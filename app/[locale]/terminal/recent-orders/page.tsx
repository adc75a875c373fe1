import type { PageProps } from "@/app/[locale]/page-props";
import { missingTerminalPage } from "@/app/[locale]/terminal/missing-terminal-page";
import { readTerminalPage, unlisted } from "@/app/[locale]/terminal/terminal-page";
import { OrderListPage } from "@/components/terminal/order-list-page";

/** A shell made for each request: orders are fetched with the device's credential. */
export const dynamic = "force-dynamic";

export const generateMetadata = unlisted("terminalOrders.titles.recent", "/terminal/recent-orders");

/** The latest orders of a draw. */
export default async function Page(props: PageProps) {
  const place = await readTerminalPage(props);
  return place ? <OrderListPage {...place} status="recent" /> : missingTerminalPage();
}
