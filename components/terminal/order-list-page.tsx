import { getTimeZone } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { OrderList } from "./orders/order-list";
import { TerminalFrame } from "./terminal-frame";

type OrderListPageProps = {
  locale: Language;
  isDemo: boolean;
  instanceId: string;
  draw: PublicDraw | null;
  status: "recent" | "unfinalized";
};

export function OrderListPage({ locale, isDemo, instanceId, draw, status }: OrderListPageProps) {
  const timeZone = getTimeZone(draw);
  const frameProps = { locale, isDemo, instanceId, timeZone, isTestDraw: draw?.isTestDraw ?? false };
  return (
    <TerminalFrame {...frameProps} place={status} namespaces={["terminalOrders"]}>
      <OrderList
        instanceId={instanceId}
        status={status}
        title={draw ? localText(draw.title, locale).text : null}
        timeZone={timeZone}
      />
    </TerminalFrame>
  );
}
