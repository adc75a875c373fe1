"use client";

import { useLocale, useTranslations } from "next-intl";
import { ConsoleLink } from "@/components/console/console-link";
import type { BadgeTone } from "@/components/ui/badge";
import { Badge } from "@/components/ui/badge";
import type { ConsoleOrderRow } from "@/lib/console/orders/rules";
import type { DrawName } from "@/lib/draws/client";
import { localText } from "@/lib/local-text";
import { useOrderText } from "./use-order-text";

const tones: Partial<Record<ConsoleOrderRow["status"], BadgeTone>> = {
  finalized: "positive",
  unknown: "warning",
  paying: "warning",
  reserved: "warning",
};

export function OrderStatus({ order }: { order: Pick<ConsoleOrderRow, "status" | "isPartlyRefunded"> }) {
  const { getStatusText } = useOrderText();
  return <Badge tone={tones[order.status] ?? "neutral"}>{getStatusText(order)}</Badge>;
}

const columns = ["code", "buyer", "draw", "placed", "tickets", "amount", "status"] as const;

type Column = (typeof columns)[number];

const columnClasses: Partial<Record<Column, string>> = {
  draw: "max-lg:hidden",
  tickets: "text-right",
  amount: "text-right",
};

/** `drawNames` is null where each order is of the same draw. */
type TableProps = { orders: readonly ConsoleOrderRow[]; drawNames: readonly DrawName[] | null };

const tableClass =
  "w-full border-collapse overflow-hidden rounded-card border border-line bg-raised text-left max-md:block";

const rowClass =
  "relative hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus max-md:grid " +
  "max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:px-3 max-md:py-2 md:h-12";

/** A table. On a phone each order is a card of two columns. */
export function OrderTable({ orders, drawNames }: TableProps) {
  const t = useTranslations("console.orders");
  const locale = useLocale();
  return (
    <table className={tableClass}>
      <thead className="text-muted text-sm max-md:sr-only">
        <tr>
          {columns
            .filter((column) => column !== "draw" || drawNames)
            .map((column) => (
              <th
                key={column}
                scope="col"
                className={`wrap-normal px-3 py-2 font-medium lg:whitespace-nowrap ${columnClasses[column] ?? ""}`}
              >
                {t(`columns.${column}`)}
              </th>
            ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {orders.map((order) => {
          const { instanceId, orderCode } = order;
          const titles = drawNames?.find(({ id }) => id === instanceId)?.titles;
          const title = titles ? localText(titles, locale).text : instanceId;
          return <OrderRow key={`${instanceId} ${orderCode}`} order={order} draw={drawNames ? title : null} />;
        })}
      </tbody>
    </table>
  );
}

function OrderRow({ order, draw }: { order: ConsoleOrderRow; draw: string | null }) {
  const t = useTranslations("console.orders");
  const { dollars, formatDateTime, getHref } = useOrderText(order.timeZone);
  const { buyer, tickets, device } = order;
  return (
    <tr className={rowClass}>
      <th scope="row" className="font-semibold max-md:col-start-1 max-md:row-start-1 md:px-3">
        <ConsoleLink href={getHref(order)} translate="no" className="tabular underline after:absolute after:inset-0">
          {order.orderCode}
        </ConsoleLink>
        {order.isTest ? <span className="text-muted text-sm max-md:ml-2 md:block">{t("test")}</span> : null}
      </th>
      <td className="min-w-0 leading-tight max-md:col-span-full max-md:row-start-2 md:px-3 md:py-1.5">
        <span className="block" translate="no">
          {buyer?.name ?? t("noBuyer")}
        </span>
        <span className="block truncate text-muted text-sm md:max-w-48 lg:max-w-56">
          {buyer?.maskedEmail ?? device ?? ""}
        </span>
        {draw ? <span className="block text-muted text-sm lg:hidden">{draw}</span> : null}
      </td>
      {draw ? (
        <td className="leading-tight max-lg:hidden md:px-3">
          <span className="block w-40 text-sm">{draw}</span>
        </td>
      ) : null}
      <td className="text-muted text-sm max-md:col-start-1 max-md:row-start-3 md:px-3">
        <span>{formatDateTime(order.placedAt)}</span>
        <span className="md:hidden">{` · ${t("ticketLine", { count: tickets })}`}</span>
      </td>
      <td className="tabular text-right max-md:hidden md:px-3">{tickets}</td>
      <td className="tabular text-right font-semibold max-md:col-start-2 max-md:row-start-1 md:px-3">
        {dollars(order.amount)}
      </td>
      <td className="wrap-normal max-md:row-start-3 max-md:text-right md:px-3 lg:whitespace-nowrap">
        <OrderStatus order={order} />
      </td>
    </tr>
  );
}
