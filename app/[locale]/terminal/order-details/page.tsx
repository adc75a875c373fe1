import type { PageProps } from "@/app/[locale]/page-props";
import { missingTerminalPage } from "@/app/[locale]/terminal/missing-terminal-page";
import { readOrderPage, unlistedMetadata } from "@/app/[locale]/terminal/terminal-page";
import { OrderDetails } from "@/components/terminal/orders/order-details";
import { toOrderDraw } from "@/components/terminal/orders/order-draw";
import { TerminalFrame } from "@/components/terminal/terminal-frame";
import { getTimeZone } from "@/lib/draws/rules";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("terminalOrders.titles.details", "/terminal/order-details", {
  requiredQuery: ["instanceId", "orderId"],
});

export default async function Page(props: PageProps) {
  const result = await readOrderPage(props);
  if (!result) return missingTerminalPage();
  const { orderId, draw, ...place } = result;
  const timeZone = getTimeZone(draw);
  const frame = { ...place, timeZone, isTestDraw: draw?.isTestDraw ?? false };
  return (
    <TerminalFrame {...frame} place="details" namespaces={["order", "terminalOrders"]}>
      <OrderDetails instanceId={place.instanceId} orderId={orderId} draw={draw && toOrderDraw(draw)} />
    </TerminalFrame>
  );
}
