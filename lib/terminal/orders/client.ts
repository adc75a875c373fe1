import type { InfiniteData } from "@tanstack/react-query";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import { toCents, toDollars } from "@/lib/money";
import type { CardPayment, OrderAddress, OrderAnswer, OrderRequest, PaymentAnswer } from "@/lib/payments/client";
import { placeOrder, processPayment } from "@/lib/payments/client";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapAnswer } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";

import type { RefundableView, TerminalOrder, TerminalOrderPage, TerminalOrderRow } from "./rules";

/** Places an order for this device: as a buyer's, but nothing limits its holds and it may be paid in cash. */
export function placeTerminalOrder(input: OrderRequest, idempotencyKey: string): Promise<OrderAnswer> {
  return placeOrder({ ...input, atTerminal: true }, idempotencyKey);
}

/** Charges a card for this device: as a buyer's, but its operator is recorded. */
export function processTerminalPayment(payment: CardPayment): Promise<PaymentAnswer> {
  return processPayment({ ...payment, atTerminal: true });
}

/** `q` is a code, an email address, a telephone or ticket number or a name; `cursor` is where a page ended. */
export type OrderQuery = { instanceId: string; status: "recent" | "unfinalized"; q?: string; cursor?: string };

/** Orders as far as they were read: when, and for which search. */
export type ListedOrders = TerminalOrderPage & { searched: string; readAt: Date };

/** Lists a draw's orders page by page, newest first; a refetch reads as many pages as were opened. */
export function ordersQuery({ instanceId, status, q = "" }: Omit<OrderQuery, "cursor">) {
  type Pages = InfiniteData<ListedOrders, string | null>;
  return infiniteQueryOptions<ListedOrders, RefusalError, Pages, readonly string[], string | null>({
    queryKey: ["terminal", "orders", instanceId, status, q],
    async queryFn({ pageParam, signal }) {
      const query = { instanceId, status, q, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return { ...unwrapAnswer(await listOrders(query, signal)).body, searched: q, readAt: new Date() };
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Search text is sent in the body, because addresses end up in logs. */
function listOrders(query: OrderQuery, signal: AbortSignal) {
  const words = Object.entries(query).filter(([, value]) => value);
  const path = query.q ? "/api/terminal/orders" : `/api/terminal/orders?${new URLSearchParams(words)}`;
  const body = query.q ? { body: Object.fromEntries(words) } : {};
  return fetchJson(path, hasKey<TerminalOrderPage>("orders"), { ...body, signal });
}

/** The orders that this device was paid for today, the latest first. */
export function salesQuery() {
  return queryOptions<TerminalOrderRow[], RefusalError, TerminalOrderRow[], readonly string[]>({
    queryKey: ["terminal", "sales"],
    async queryFn({ signal }) {
      const isBody = hasKey<{ orders: TerminalOrderRow[] }>("orders");
      return unwrapAnswer(await fetchJson("/api/terminal/sales", isBody, { signal })).body.orders;
    },
  });
}

export type TerminalOrderAnswer = { ok: true; order: TerminalOrder } | CallRefusal;

export function readTerminalOrder(address: OrderAddress, signal?: AbortSignal): Promise<TerminalOrderAnswer> {
  return callOrder(pathOf(address), undefined, signal);
}

/** Null until it was read. */
export function terminalOrderQuery(address: OrderAddress) {
  return queryOptions<TerminalOrder | null, RefusalError, TerminalOrder | null, readonly string[]>({
    queryKey: ["terminal", "orders", address.instanceId, address.orderId],
    queryFn: async ({ signal }) => unwrapAnswer(await readTerminalOrder(address, signal)).order,
    initialData: null,
  });
}

/** Takes cash for an order; `given` is what the buyer handed over, in dollars, compared with its amount. */
export function takeCash(address: OrderAddress, given?: number): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/cash`, given === undefined ? {} : { given });
}

export function extendTerminalOrder(address: OrderAddress): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/extend`, {});
}

export function cancelTerminalOrder(address: OrderAddress): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/cancel`, {});
}

/** Has the bank asked now what became of a payment. */
export function checkTerminalOrder(address: OrderAddress): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/check`, {});
}

/** `copy` is 0 for the original, then the number of the reprint. */
export type PrintAnswer = { ok: true; order: TerminalOrder; copy: number } | CallRefusal;

/** Counts a print before it is made. With a `claim` it may be the original; the same claim again is the same print. */
export async function reprintReceipt(address: OrderAddress, claim: string | null): Promise<PrintAnswer> {
  const isBody = hasKey<{ order: TerminalOrder; copy: number }>("copy");
  const headers: Record<string, string> = claim === null ? {} : { "Idempotency-Key": claim };
  const answer = await fetchJson(`${pathOf(address)}/reprint`, isBody, { body: {}, headers });
  return answer.ok ? { ok: true, ...answer.body } : answer;
}

export function resendTerminalReceipt(address: OrderAddress): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/resend`, {});
}

/** Refunds an order, or some of its lines; cash goes back by the operator's own hand. */
export function refundTerminalOrder(address: OrderAddress, lines?: number[]): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/refund`, lines ? { lines } : {});
}

export function refundAmount(lines: readonly Pick<RefundableView, "amount">[]): number {
  return toDollars(lines.reduce((sum, { amount }) => sum + toCents(amount), 0));
}

function pathOf({ instanceId, orderId }: OrderAddress): string {
  return `/api/terminal/orders/${instanceId}/${orderId}`;
}

/** Longer than the 20 s that the bank has for its answer. */
const bankTimeoutMs = 45_000;

async function callOrder(path: string, body?: unknown, signal?: AbortSignal): Promise<TerminalOrderAnswer> {
  const options = { ...(body === undefined ? {} : { body, timeoutMs: bankTimeoutMs }), ...(signal ? { signal } : {}) };
  const answer = await fetchJson(path, hasKey<{ order: TerminalOrder }>("order"), options);
  return answer.ok ? { ok: true, order: answer.body.order } : answer;
}
