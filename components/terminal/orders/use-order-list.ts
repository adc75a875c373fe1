"use client";

import { useCallback, useRef, useState } from "react";
import { repeatLook } from "@/components/terminal/shell/repeat-look";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { useLooks } from "@/components/ui/use-looks";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import type { OrderQuery } from "@/lib/terminal/client";
import { listOrders } from "@/lib/terminal/client";
import type { TerminalOrderPage, TerminalOrderRow } from "@/lib/terminal/rules.orders";

/** How often a list is read again by itself, in ms. */
const refreshMs = 10_000;

type ListQuery = Omit<OrderQuery, "cursor">;
type Pages = ({ ok: true } & TerminalOrderPage) | CallRefusal;

/** A list as far as it was read; orders are null until then, and kept while the server is silent. */
export type OrderList = {
  orders: TerminalOrderRow[] | null;
  nextCursor: string | null;
  refusal: CallRefusal["reason"] | null;
  readAt: Date | null;
  /** What the shown orders were searched by. */
  searched: string;
  isReadingMore: boolean;
};

const nothing: OrderList = {
  orders: null,
  nextCursor: null,
  refusal: null,
  readAt: null,
  searched: "",
  isReadingMore: false,
};

/** Reads from the start as many pages as hold `wanted` orders, so that a refresh does not fold up what was opened. */
async function readPages(query: ListQuery, wanted: number, signal: AbortSignal): Promise<Pages> {
  let page = await listOrders(query, signal);
  let orders = page.ok ? page.orders : [];
  while (page.ok && page.nextCursor && orders.length < wanted) {
    page = await listOrders({ ...query, cursor: page.nextCursor }, signal);
    if (page.ok) orders = [...orders, ...page.orders];
  }
  return page.ok ? { ok: true, orders, nextCursor: page.nextCursor } : page;
}

/** A list of orders that reads itself again, page by page as far as it was opened. */
export function useOrderList({ instanceId, status, q = "" }: ListQuery) {
  const { note, isReachable } = useConnection();
  const [list, setList] = useState<OrderList>(nothing);
  const shown = useRef(0);
  const begin = useCallback(() => {
    if (!isReachable) return;
    shown.current = 0;
    return repeatLook({
      firstMs: 0,
      async look(signal) {
        const wanted = shown.current;
        const read = note(await readPages({ instanceId, status, q }, wanted, signal));
        // What was opened meanwhile stays open.
        if (signal.aborted || shown.current !== wanted) return refreshMs;
        if (!read.ok) setList((before) => ({ ...before, refusal: read.reason }));
        else {
          shown.current = read.orders.length;
          setList({ ...nothing, orders: read.orders, nextCursor: read.nextCursor, readAt: new Date(), searched: q });
        }
        return refreshMs;
      },
    });
  }, [instanceId, status, q, isReachable, note]);

  const { nextCursor, isReadingMore } = list;
  const readMore = useCallback(async () => {
    if (!nextCursor || isReadingMore) return;
    setList((before) => ({ ...before, isReadingMore: true }));
    const page = note(await listOrders({ instanceId, status, q, cursor: nextCursor }));
    setList((before) => {
      if (before.nextCursor !== nextCursor) return { ...before, isReadingMore: false };
      if (!page.ok) return { ...before, isReadingMore: false, refusal: page.reason };
      const orders = [...(before.orders ?? []), ...page.orders];
      shown.current = orders.length;
      return { ...before, orders, nextCursor: page.nextCursor, isReadingMore: false };
    });
  }, [instanceId, status, q, nextCursor, isReadingMore, note]);

  return { list, readMore, refresh: useLooks(begin) };
}
