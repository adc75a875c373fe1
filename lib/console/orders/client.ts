import type { InfiniteData } from "@tanstack/react-query";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { isDay } from "@/lib/local-time";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallResult } from "@/lib/platform/http/browser/fetch-json";
import { fetchFile, fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { FoundOrders, OrderPage } from "./rules";
import type { ConsoleOrder, ContactDetails } from "./rules.order";
import type { OrderExport, OrderSearch } from "./schema";

/** Parameters of the page's URL. They are empty if nothing was chosen. */
export const filterKeys = ["instanceId", "state", "from", "to"] as const;

export type OrdersFilter = Record<(typeof filterKeys)[number], string>;

/** A day that is still being typed is not applied. */
function isChosen(key: keyof OrdersFilter, value: string): boolean {
  return key === "from" || key === "to" ? isDay(value) : value !== "";
}

function chosenEntries(filter: OrdersFilter): string[][] {
  return filterKeys.filter((key) => isChosen(key, filter[key])).map((key) => [key, filter[key]]);
}

export function ordersQuery(filter: OrdersFilter) {
  const chosen = chosenEntries(filter);
  type Pages = InfiniteData<OrderPage, string | null>;
  return infiniteQueryOptions<OrderPage, RefusalError, Pages, readonly string[], string | null>({
    queryKey: ["console", "orders", ...filterKeys.map((key) => filter[key])],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams(pageParam === null ? chosen : [...chosen, ["cursor", pageParam]]);
      const path = `/api/admin/orders/list?${query}`;
      return unwrapResult(await fetchJson(path, hasKey<OrderPage>("orders"), { signal })).body;
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function exportOrders(
  filter: OrdersFilter,
  rest: Pick<OrderExport, "locale" | "contacts">,
): Promise<CallResult<Blob>> {
  return fetchFile("/api/admin/orders/export", { ...Object.fromEntries(chosenEntries(filter)), ...rest });
}

/**
 * The search words are sent in a body and kept in memory only, because they may be personal data. The search runs again
 * when it is shown again, but not when the window gets the focus.
 */
export function searchQuery(search: OrderSearch | null) {
  return queryOptions<FoundOrders, RefusalError, FoundOrders, readonly unknown[]>({
    queryKey: ["console", "search", search],
    enabled: search !== null,
    refetchOnWindowFocus: false,
    placeholderData: (shown) => (search === null ? undefined : shown),
    queryFn: async ({ signal }) => {
      const isBody = hasKey<FoundOrders>("orders");
      return unwrapResult(await fetchJson("/api/admin/orders/search", isBody, { body: search, signal })).body;
    },
  });
}

export function orderQuery({ instanceId, code }: { instanceId: string; code: string }) {
  return queryOptions<ConsoleOrder, RefusalError, ConsoleOrder, readonly string[]>({
    queryKey: ["console", "order", instanceId, code],
    queryFn: async ({ signal }) => {
      const isBody = hasKey<{ order: ConsoleOrder }>("order");
      return unwrapResult(await fetchJson(`/api/admin/orders/${instanceId}/${code}`, isBody, { signal })).body.order;
    },
  });
}

type NamedOrder = Pick<ConsoleOrder, "instanceId" | "orderCode">;

/** Longer than the 20 s that the gateway has to answer. */
const timeoutMs = 45_000;

const isObject = (body: unknown): body is object => typeof body === "object" && body !== null;

export type OrderCall = "notes" | "correct" | "resend" | "hide" | "cancel" | "check" | "settle" | "refund";

export function callOrder({ instanceId, orderCode }: NamedOrder, call: OrderCall, body: object = {}) {
  return fetchJson(`/api/admin/orders/${instanceId}/${orderCode}/${call}`, isObject, { body, timeoutMs });
}

export function showContact({ instanceId, orderCode }: NamedOrder): Promise<CallResult<{ contact: ContactDetails }>> {
  const isBody = hasKey<{ contact: ContactDetails }>("contact");
  return fetchJson(`/api/admin/orders/${instanceId}/${orderCode}/contact`, isBody, { body: {} });
}

/** Compares the validation number that somebody reads out from a receipt with the order's. */
export function matchReceipt(
  { instanceId, orderCode }: NamedOrder,
  number: string,
): Promise<CallResult<{ matches: boolean }>> {
  const path = `/api/admin/orders/${instanceId}/${orderCode}/match-receipt`;
  return fetchJson(path, hasKey<{ matches: boolean }>("matches"), { body: { number } });
}
