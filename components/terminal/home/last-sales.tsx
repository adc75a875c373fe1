"use client";

import { useTranslations } from "next-intl";
import { OrderName } from "@/components/terminal/shell/order-name";
import { rowStateOf } from "@/components/terminal/shell/order-words";
import { StateMark } from "@/components/terminal/shell/state-mark";
import { useFacts } from "@/components/terminal/shell/use-terminal-words";
import { Card } from "@/components/ui/card";
import type { TerminalOrderRow } from "@/lib/terminal/rules.orders";

type LastSalesProps = {
  /** Null until they were read. */
  orders: readonly TerminalOrderRow[] | null;
  timeZoneOf: (drawId: string) => string;
};

/** A sale: its code and amount, when and how it was paid; all of it leads to its details. */
function Sale({ order, timeZone }: { order: TerminalOrderRow; timeZone: string }) {
  const t = useTranslations("terminal");
  const { dollars, clock } = useFacts(timeZone);
  const state = rowStateOf(order);
  const facts = [clock(order.finalizedAt ?? order.placedAt), t("home.tickets", { count: order.tickets })];
  if (order.method) facts.push(t(`today.methods.${order.method}`));
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-3 py-2.5 hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus">
      <OrderName order={order} facts={facts.join(" · ")} className="min-w-0 flex-1 basis-40" />
      <p className="ml-auto grid justify-items-end gap-1 leading-tight">
        <span className="tabular font-semibold">{dollars(order.amount)}</span>
        {state === "finalized" ? null : <StateMark state={state} />}
      </p>
    </li>
  );
}

/** What this tablet was paid for last, in whichever draw: where a receipt is printed again, or a sale is cancelled. */
export function LastSales({ orders, timeZoneOf }: LastSalesProps) {
  const t = useTranslations("terminal.home");
  return (
    <Card aria-labelledby="last-sales" className="grid content-start gap-1 p-4! sm:p-5!">
      <h2 id="last-sales" className="text-xl">
        {t("sales")}
      </h2>
      {orders?.length === 0 ? <p className="text-muted">{t("noSales")}</p> : null}
      {orders && orders.length > 0 ? (
        <ul className="divide-y divide-line">
          {orders.map((order) => (
            <Sale key={order.orderId} order={order} timeZone={timeZoneOf(order.instanceId)} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
