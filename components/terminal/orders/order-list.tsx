"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { TestMark } from "@/components/draws/test-mark";
import { DeviceRefused, isDeviceRefused } from "@/components/terminal/device/device-notice";
import { OrderName } from "@/components/terminal/shell/order-name";
import { RefreshLine } from "@/components/terminal/shell/refresh-line";
import { getRowState, StateMark } from "@/components/terminal/shell/terminal-order-state";
import { useConnection, useLastError } from "@/components/terminal/shell/use-connection";
import { useReasonText, useSellerText, useTerminalFormatters } from "@/components/terminal/shell/use-terminal-text";
import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import type { OrderQuery } from "@/lib/terminal/orders/client";
import { ordersQuery } from "@/lib/terminal/orders/client";
import type { TerminalOrderRow } from "@/lib/terminal/orders/rules";
import { OpenOrder } from "./open-order";
import { OutcomeNotice } from "./outcome-notice";
import type { OrderActions } from "./use-order-action";
import { useOrderAction } from "./use-order-action";

type OrderListProps = {
  instanceId: string;
  status: "recent" | "unfinalized";
  title: string | null;
  timeZone: string;
};

export function OrderList({ instanceId, status, title, timeZone }: OrderListProps) {
  const t = useTranslations("terminalOrders");
  const [text, setText] = useState("");
  const { list, readMore, refresh } = useOrderList({ instanceId, status, q: useDebounced(text) });
  const actions = useOrderAction(useCallback(() => refresh(), [refresh]));
  const heading = (
    <div>
      {title ? <p className="font-medium text-muted">{title}</p> : null}
      <h1 className="text-3xl sm:text-4xl">{t(`titles.${status}`)}</h1>
      <p className="mt-1 max-w-prose text-muted">{t(list.listsOthers ? `leads.${status}` : `ownLeads.${status}`)}</p>
    </div>
  );
  if (isDeviceRefused(list.refusal)) {
    return (
      <div className="grid gap-5">
        {heading}
        <DeviceRefused reason={list.refusal} />
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      {heading}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <OrderSearch text={text} onText={setText} />
        <RefreshLine readAt={list.readAt} onRefresh={refresh} />
      </div>
      <OutcomeNotice outcome={actions.outcome} isLinked />
      <ResultLine list={list} status={status} />
      {list.orders?.length ? <Rows orders={list.orders} status={status} timeZone={timeZone} actions={actions} /> : null}
      {list.hasMore ? (
        <Button
          variant="secondary"
          busy={list.isReadingMore}
          onClick={() => readMore()}
          className="justify-self-center"
        >
          {t(list.isReadingMore ? "readingMore" : "more")}
        </Button>
      ) : null}
    </div>
  );
}

const refreshMs = 10_000;

/** Null until orders are read. They stay while the server doesn't answer. */
type OrderPages = {
  orders: TerminalOrderRow[] | null;
  hasMore: boolean;
  refusal: CallRefusal["reason"] | null;
  readAt: Date | null;
  searchText: string;
  isReadingMore: boolean;
  listsOthers: boolean | null;
};

function useOrderList(query: Omit<OrderQuery, "cursor">) {
  const { isReachable } = useConnection();
  const client = useQueryClient();
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...ordersQuery(query),
    enabled: isReachable,
    refetchInterval: refreshMs,
  });
  const lastData = useRef(data);
  if (data) lastData.current = data;
  const lastError = useLastError(error, isFetching);
  const { instanceId, status, q } = query;
  const refresh = useCallback(async () => {
    await client.cancelQueries({ queryKey: ordersQuery({ instanceId, status, q }).queryKey });
    await refetch();
  }, [client, instanceId, status, q, refetch]);
  const pages = lastData.current?.pages;
  const list: OrderPages = {
    orders: pages?.flatMap(({ orders }) => orders) ?? null,
    hasMore: hasNextPage,
    refusal: lastError?.reason ?? null,
    readAt: pages?.[0]?.readAt ?? null,
    searchText: pages?.[0]?.searched ?? "",
    isReadingMore: isFetchingNextPage,
    listsOthers: pages?.[0]?.listsOthers ?? null,
  };
  return { list, readMore: fetchNextPage, refresh };
}

const debounceMs = 350;

function useDebounced(text: string): string {
  const [search, setSearch] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return search;
}

type OrderSearchProps = { text: string; onText: (text: string) => void };

function OrderSearch({ text, onText }: OrderSearchProps) {
  const t = useTranslations("terminalOrders.search");
  return (
    // The hint is above the field, so that elements beside the field are aligned with it.
    <div className="w-full max-w-md [&_.field>.hint]:-order-1 [&_.field>label]:-order-2">
      <Field id="order-search" label={t("label")} hint={t("hint")}>
        <input
          {...controlProps("order-search", { hint: t("hint") })}
          type="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={64}
          className={controlClass}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </Field>
    </div>
  );
}

function ResultLine({ list, status }: { list: OrderPages; status: OrderListProps["status"] }) {
  const t = useTranslations("terminalOrders");
  const refusalText = useReasonText();
  const { orders, refusal, searchText, listsOthers } = list;
  const count = orders?.length ?? 0;
  const emptyText = t(searchText ? "empty.search" : listsOthers ? `empty.${status}` : `ownEmpty.${status}`);
  const foundText = searchText ? t("found", { count }) : "";
  const text = orders ? (count === 0 ? emptyText : foundText) : t("loading");
  if (refusal && refusal !== "unreachable") {
    return <Notice role="alert" tone="warning" title={refusalText(refusal)} />;
  }
  return (
    <p
      role="status"
      className={count > 0 ? "text-muted empty:sr-only" : "rounded-card border border-line bg-raised p-8"}
    >
      {text}
    </p>
  );
}

type RowsProps = Pick<OrderListProps, "status" | "timeZone"> & { orders: TerminalOrderRow[]; actions: OrderActions };

function Rows({ orders, status, timeZone, actions }: RowsProps) {
  if (status === "unfinalized") {
    return (
      <ul className="grid gap-4">
        {orders.map((order) => (
          <OpenOrder key={order.orderId} order={order} timeZone={timeZone} actions={actions} />
        ))}
      </ul>
    );
  }
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-raised shadow-card">
      {orders.map((order) => (
        <RecentRow key={order.orderId} order={order} timeZone={timeZone} />
      ))}
    </ul>
  );
}

function RecentRow({ order, timeZone }: { order: TerminalOrderRow; timeZone: string }) {
  const t = useTranslations("terminalOrders");
  const { dollars, time } = useTerminalFormatters(timeZone);
  const sellerText = useSellerText();
  const { buyer, method, tickets } = order;
  // An order without a payment attempt loses its tickets after a day.
  const ticketText = tickets > 0 ? t("tickets", { count: tickets }) : null;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-focus md:grid-cols-[11rem_minmax(0,1fr)_12rem_8rem] md:items-center">
      <OrderName
        order={order}
        details={time(order.placedAt)}
        mark={order.isTest ? <TestMark label={t("testMark")} className="ml-2" /> : null}
        className="[&>a]:text-lg"
      />
      <p className="row-start-2 min-w-0 leading-tight md:row-start-auto">
        <span className="block truncate">{buyer?.name || buyer?.maskedEmail || t("noBuyer")}</span>
        <span className="block truncate text-muted text-sm">{sellerText(order.seller)}</span>
      </p>
      <p className="row-start-2 self-end text-right md:row-start-auto md:self-auto md:text-left">
        <StateMark state={getRowState(order)} />
      </p>
      <p className="text-right leading-tight">
        <span className="tabular block font-semibold text-lg">{dollars(order.amount)}</span>
        <span className="block text-muted text-sm">{method ? t(`methods.${method}`) : ticketText}</span>
      </p>
    </li>
  );
}
