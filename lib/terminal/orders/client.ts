import type { InfiniteData } from "@tanstack/react-query";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type { OrderRequest, OrderResult } from "@/lib/orders/client";
import { placeOrder } from "@/lib/orders/client";
import type { OrderKey } from "@/lib/orders/schema";
import type { CardPayment, PaymentResult } from "@/lib/payments/client";
import { processPayment } from "@/lib/payments/client";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";

import type { TerminalOrder, TerminalOrderPage, TerminalOrderRow } from "./rules";

/** Has no limits on holds, unlike a buyer's order, and may be paid in cash. */
export function placeTerminalOrder(input: OrderRequest, idempotencyKey: string): Promise<OrderResult> {
  return placeOrder({ ...input, atTerminal: true }, idempotencyKey);
}

export function processTerminalPayment(payment: CardPayment): Promise<PaymentResult> {
  return processPayment({ ...payment, atTerminal: true });
}

/** `q` is a code, email address, telephone or ticket number, or name. */
export type OrderQuery = { instanceId: string; status: "recent" | "unfinalized"; q?: string; cursor?: string };

export type ListedOrders = TerminalOrderPage & { searched: string; readAt: Date };

/** Newest first. A refetch reads as many pages as are open. */
export function ordersQuery({ instanceId, status, q = "" }: Omit<OrderQuery, "cursor">) {
  type Pages = InfiniteData<ListedOrders, string | null>;
  return infiniteQueryOptions<ListedOrders, RefusalError, Pages, readonly string[], string | null>({
    queryKey: ["terminal", "orders", instanceId, status, q],
    async queryFn({ pageParam, signal }) {
      const query = { instanceId, status, q, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return { ...unwrapResult(await listOrders(query, signal)).body, searched: q, readAt: new Date() };
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** The search text is in the body, because URLs end up in logs. */
function listOrders(query: OrderQuery, signal: AbortSignal) {
  const words = Object.entries(query).filter(([, value]) => value);
  const path = query.q ? "/api/terminal/orders" : `/api/terminal/orders?${new URLSearchParams(words)}`;
  const body = query.q ? { body: Object.fromEntries(words) } : {};
  return fetchJson(path, hasKey<TerminalOrderPage>("orders"), { ...body, signal });
}

export function salesQuery() {
  return queryOptions<TerminalOrderRow[], RefusalError, TerminalOrderRow[], readonly string[]>({
    queryKey: ["terminal", "sales"],
    async queryFn({ signal }) {
      const isBody = hasKey<{ orders: TerminalOrderRow[] }>("orders");
      return unwrapResult(await fetchJson("/api/terminal/sales", isBody, { signal })).body.orders;
    },
  });
}

export type TerminalOrderResult = { ok: true; order: TerminalOrder } | CallRefusal;

export function readTerminalOrder(key: OrderKey, signal?: AbortSignal): Promise<TerminalOrderResult> {
  return callOrder(getOrderPath(key), undefined, signal);
}

export function terminalOrderQuery(key: OrderKey) {
  return queryOptions<TerminalOrder | null, RefusalError, TerminalOrder | null, readonly string[]>({
    queryKey: ["terminal", "orders", key.instanceId, key.orderId],
    queryFn: async ({ signal }) => unwrapResult(await readTerminalOrder(key, signal)).order,
    initialData: null,
  });
}

export function takeCash(key: OrderKey, given?: number): Promise<TerminalOrderResult> {
  return callOrder(`${getOrderPath(key)}/cash`, given === undefined ? {} : { given });
}

export function extendTerminalOrder(key: OrderKey): Promise<TerminalOrderResult> {
  return callOrder(`${getOrderPath(key)}/extend`, {});
}

export function cancelTerminalOrder(key: OrderKey): Promise<TerminalOrderResult> {
  return callOrder(`${getOrderPath(key)}/cancel`, {});
}

export function checkTerminalOrder(key: OrderKey): Promise<TerminalOrderResult> {
  return callOrder(`${getOrderPath(key)}/check`, {});
}

export type PrintResult = { ok: true; order: TerminalOrder; copy: number } | CallRefusal;

/** Counts the print before it is made. With a `claim`, it may be the original. A repeated claim is the same print. */
export async function reprintReceipt(key: OrderKey, claim: string | null): Promise<PrintResult> {
  const isBody = hasKey<{ order: TerminalOrder; copy: number }>("copy");
  const headers: Record<string, string> = claim === null ? {} : { "Idempotency-Key": claim };
  const answer = await fetchJson(`${getOrderPath(key)}/reprint`, isBody, { body: {}, headers });
  return answer.ok ? { ok: true, ...answer.body } : answer;
}

export function resendTerminalReceipt(key: OrderKey): Promise<TerminalOrderResult> {
  return callOrder(`${getOrderPath(key)}/resend`, {});
}

export function refundTerminalOrder(key: OrderKey, lines?: number[]): Promise<TerminalOrderResult> {
  return callOrder(`${getOrderPath(key)}/refund`, lines ? { lines } : {});
}

function getOrderPath({ instanceId, orderId }: OrderKey): string {
  return `/api/terminal/orders/${instanceId}/${orderId}`;
}

/** Longer than the 20 s that the bank has to answer. */
const bankTimeoutMs = 45_000;

async function callOrder(path: string, body?: unknown, signal?: AbortSignal): Promise<TerminalOrderResult> {
  const options = { ...(body === undefined ? {} : { body, timeoutMs: bankTimeoutMs }), ...(signal ? { signal } : {}) };
  const answer = await fetchJson(path, hasKey<{ order: TerminalOrder }>("order"), options);
  return answer.ok ? { ok: true, order: answer.body.order } : answer;
}
