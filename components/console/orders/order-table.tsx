"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
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
  const tone = order.isPartlyRefunded ? "warning" : (tones[order.status] ?? "neutral");
  return <Badge tone={tone}>{getStatusText(order)}</Badge>;
}

const columns = ["code", "buyer", "draw", "placed", "tickets", "amount", "status"] as const;

type Column = (typeof columns)[number];

const columnClasses: Partial<Record<Column, string>> = {
  draw: "max-lg:hidden",
  tickets: "text-right",
  amount: "text-right",
};

/** `drawNames` is null if all orders are of the same draw. */
type TableProps = { orders: readonly ConsoleOrderRow[]; drawNames: readonly DrawName[] | null };

const tableClass =
  "w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-raised text-left " +
  "max-md:block";

const rowClass =
  "relative hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus max-md:grid " +
  "max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:px-3 max-md:py-1";

const cellClass = "border-line leading-tight md:border-t md:px-3 md:py-0.5";

/** On a phone the status is beside the code, unless there are marks. */
const markClass = { beside: "max-md:row-start-2 max-md:text-right", below: "max-md:col-span-full max-md:row-start-3" };

/** A table. On a phone each order has two lines. */
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
      <tbody className="max-md:block max-md:divide-y max-md:divide-line">
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
  const { dollars, formatListedAt, getHref } = useOrderText(order.timeZone);
  const { buyer, tickets, device } = order;
  const seller = device ? t("soldOn", { device }) : "";
  const marks = useMarks(order);
  return (
    <tr className={rowClass}>
      <th scope="row" className={`${cellClass} font-semibold max-md:col-start-1 max-md:row-start-2 max-md:text-sm`}>
        <ConsoleLink
          href={getHref(order)}
          translate="no"
          className="tabular whitespace-nowrap underline after:absolute after:inset-0"
        >
          {order.orderCode}
        </ConsoleLink>
        {order.isTest ? <span className="text-muted text-sm max-md:ml-2 md:block">{t("test")}</span> : null}
        <span className="inline-block font-normal text-muted md:hidden">{`\u00a0· ${formatListedAt(order.placedAt)}`}</span>
      </th>
      <td className={`${cellClass} min-w-0 max-md:col-start-1 max-md:row-start-1`}>
        <span className="block max-md:truncate max-md:font-semibold" translate="no">
          {buyer?.name ?? t("noBuyer")}
        </span>
        <span className="block truncate text-muted text-sm max-md:hidden md:max-w-44 lg:max-w-52">
          {buyer?.maskedEmail ?? seller}
        </span>
        {draw ? <span className="block text-muted text-sm max-md:truncate lg:hidden">{draw}</span> : null}
      </td>
      {draw ? (
        <td className={`${cellClass} max-lg:hidden`}>
          <span className="line-clamp-2 w-36 text-sm">{draw}</span>
        </td>
      ) : null}
      <td className={`${cellClass} text-muted text-sm max-md:hidden lg:whitespace-nowrap`}>
        {formatListedAt(order.placedAt)}
      </td>
      <td className={`${cellClass} tabular text-right max-md:hidden`}>{tickets}</td>
      <td className={`${cellClass} tabular text-right font-semibold max-md:row-start-1 md:whitespace-nowrap`}>
        {dollars(order.amount)}
      </td>
      <td
        className={`${cellClass} wrap-normal lg:whitespace-nowrap ${markClass[marks.length > 0 ? "below" : "beside"]}`}
      >
        <span className="inline-flex flex-wrap gap-1">
          <OrderStatus order={order} />
          {marks}
        </span>
      </td>
    </tr>
  );
}

/** What the order stands out by. An unclear payment is its status already. */
function useMarks({ isWinner, attention }: ConsoleOrderRow): ReactNode[] {
  const t = useTranslations("console.orders");
  const kinds = attention.filter((kind) => kind !== "payment-unclear");
  return [
    ...(isWinner
      ? [
          <Badge key="winner" tone="positive">
            {t("winner")}
          </Badge>,
        ]
      : []),
    ...kinds.map((kind) => (
      <Badge key={kind} tone="danger">
        {t(`states.${kind}`)}
      </Badge>
    )),
  ];
}
