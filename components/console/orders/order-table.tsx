"use client";

import { useTranslations } from "next-intl";
import type { BadgeTone } from "@/components/ui/badge";
import { Badge } from "@/components/ui/badge";
import type { ConsoleOrderRow } from "@/lib/console/orders/rules";
import { useOrderText } from "./use-order-text";

const tones: Partial<Record<ConsoleOrderRow["status"], BadgeTone>> = {
  finalized: "positive",
  unknown: "warning",
  paying: "warning",
  reserved: "warning",
};

export function OrderStatus({ order }: { order: Pick<ConsoleOrderRow, "status"> & { isPartlyRefunded?: boolean } }) {
  const { state } = useOrderText();
  return <Badge tone={tones[order.status] ?? "neutral"}>{state(order)}</Badge>;
}

const columns = ["code", "buyer", "placed", "tickets", "amount", "status"] as const;

const isNumber = (column: (typeof columns)[number]) => column === "tickets" || column === "amount";

const tableClass =
  "w-full border-collapse overflow-hidden rounded-card border border-line bg-raised text-left max-md:block";

const rowClass =
  "relative hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus max-md:grid " +
  "max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:px-3 max-md:py-2 md:h-12";

/** A table. On a phone each order is a card of two columns. */
export function OrderTable({ orders }: { orders: readonly ConsoleOrderRow[] }) {
  const t = useTranslations("console.orders");
  return (
    <table className={tableClass}>
      <thead className="text-muted text-sm max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={`px-3 py-2 font-medium ${isNumber(column) ? "text-right" : ""}`}>
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {orders.map((order) => (
          <OrderRow key={`${order.instanceId} ${order.orderCode}`} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ order }: { order: ConsoleOrderRow }) {
  const t = useTranslations("console.orders");
  const { dollars, moment, hrefOf } = useOrderText(order.timeZone);
  const { buyer, tickets, device } = order;
  return (
    <tr className={rowClass}>
      <th scope="row" className="font-semibold max-md:col-start-1 max-md:row-start-1 md:px-3">
        <a href={hrefOf(order)} translate="no" className="tabular underline after:absolute after:inset-0">
          {order.orderCode}
        </a>
        {order.isTest ? <span className="ml-2 text-muted text-sm">{t("test")}</span> : null}
      </th>
      <td className="min-w-0 leading-tight max-md:col-span-full max-md:row-start-2 md:px-3 md:py-1.5">
        <span className="block" translate="no">
          {buyer?.name ?? t("noBuyer")}
        </span>
        <span className="block text-muted text-sm">{buyer?.maskedEmail ?? device ?? ""}</span>
      </td>
      <td className="text-muted text-sm max-md:col-start-1 max-md:row-start-3 md:px-3">{moment(order.placedAt)}</td>
      <td className="tabular text-right max-md:hidden md:px-3">{tickets}</td>
      <td className="tabular text-right font-semibold max-md:col-start-2 max-md:row-start-1 md:px-3">
        {dollars(order.amount)}
      </td>
      <td className="max-md:row-start-3 max-md:text-right md:px-3">
        <OrderStatus order={order} />
      </td>
    </tr>
  );
}
