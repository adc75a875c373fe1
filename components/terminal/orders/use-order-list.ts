"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useConnection } from "@/components/terminal/shell/use-connection";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import type { OrderQuery } from "@/lib/terminal/client";
import { ordersQuery } from "@/lib/terminal/client";
import type { TerminalOrderRow } from "@/lib/terminal/rules.orders";

/** How often a list is read again by itself, in ms. */
const refreshMs = 10_000;

/** A list as far as it was read; orders are null until then, and kept while the server is silent. */
export type OrderList = {
  orders: TerminalOrderRow[] | null;
  hasMore: boolean;
  refusal: CallRefusal["reason"] | null;
  readAt: Date | null;
  /** What the shown orders were searched by. */
  searched: string;
  isReadingMore: boolean;
};

/** A list of orders that reads itself again, page by page as far as it was opened. */
export function useOrderList(query: Omit<OrderQuery, "cursor">) {
  const { isReachable } = useConnection();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...ordersQuery(query),
    enabled: isReachable,
    refetchInterval: refreshMs,
  });
  // What another search found stays until there is an answer to this one.
  const shown = useRef(data);
  if (data) shown.current = data;
  const pages = shown.current?.pages;
  const list: OrderList = {
    orders: pages?.flatMap(({ orders }) => orders) ?? null,
    hasMore: hasNextPage,
    refusal: error?.reason ?? null,
    readAt: pages?.[0]?.readAt ?? null,
    searched: pages?.[0]?.searched ?? "",
    isReadingMore: isFetchingNextPage,
  };
  return { list, readMore: fetchNextPage, refresh: refetch };
}
