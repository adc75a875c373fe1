import type { PageProps } from "@/app/[locale]/page-props";
import { missingTerminalPage } from "@/app/[locale]/terminal/missing-terminal-page";
import { readTerminalPage, unlistedMetadata } from "@/app/[locale]/terminal/terminal-page";
import { OrderListPage } from "@/components/terminal/order-list-page";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("terminalOrders.titles.unfinalized", "/terminal/unfinalized-orders");

export default async function Page(props: PageProps) {
  const place = await readTerminalPage(props);
  return place ? <OrderListPage {...place} status="unfinalized" /> : missingTerminalPage();
}
