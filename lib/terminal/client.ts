import type { InfiniteData } from "@tanstack/react-query";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { CardPayment, OrderAddress, OrderAnswer, OrderRequest, PaymentAnswer } from "@/lib/payments/client";
import { placeOrder, processPayment } from "@/lib/payments/client";
import type { Refused } from "@/lib/platform/http/client";
import { answered } from "@/lib/platform/http/client";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import { fetchJson } from "@/lib/platform/http/fetch-json";

import type { Allocation } from "./rules";
import type { TerminalOrder, TerminalOrderPage, TerminalSummary } from "./rules.orders";

/** An order as its operator sees it, or why there is none. */
export type TerminalOrderAnswer = { ok: true; order: TerminalOrder } | CallRefusal;

/** A draw of this device's parent with what changes by the second. */
export type TerminalDraw = { draw: PublicDraw; live: LiveState };

/**
 * Which orders of a draw to list: `q` is a code, an email address or a telephone number, `cursor` where a page ended.
 */
export type OrderQuery = { instanceId: string; status: "recent" | "unfinalized"; q?: string; cursor?: string };

function hasKey<Body>(key: keyof Body & string) {
  return (body: unknown): body is Body => typeof body === "object" && body !== null && key in body;
}

/** The bank has 20 s for an answer that an operator waits for. */
const bankTimeoutMs = 45_000;

/** An operator never waits longer than this before being told that nobody answers. */
const readyTimeoutMs = 4000;

function pathOf({ instanceId, orderId }: OrderAddress): string {
  return `/api/terminal/orders/${instanceId}/${orderId}`;
}

/** Reads what this browser is registered as: its credential knows even when the browser forgot. */
export async function readAllocation(): Promise<{ ok: true; allocation: Allocation } | CallRefusal> {
  const answer = await fetchJson("/api/terminal/allocation", hasKey<{ allocation: Allocation }>("allocation"));
  return answer.ok ? { ok: true, allocation: answer.body.allocation } : answer;
}

const refusedDevices = new Set<string>(["device-required", "device-revoked"]);

/** What the server knows this browser as: a device, or why as none. */
export type KnownDevice = { allocation: Allocation | null; refusal: CallRefusal["reason"] | null };

/** What this browser is registered as. A server out of service says nothing of it, which is no answer. */
export function deviceQuery() {
  return queryOptions<KnownDevice, Refused, KnownDevice, readonly string[]>({
    queryKey: ["terminal", "device"],
    async queryFn() {
      const answer = await readAllocation();
      if (!answer.ok && refusedDevices.has(answer.reason)) return { allocation: null, refusal: answer.reason };
      return { allocation: answered(answer).allocation, refusal: null };
    },
  });
}

/** This device's details; with a code if it isn't registered yet. */
export type RegistrationRequest = {
  deviceId: string;
  parentId: string;
  deviceData: { locationId: string; code?: string; name: string; operator: string; printer: string };
};

/** What became of a registration, or of its end (docs/design.md, Device calls). */
export type RegistrationAnswer = { ok: true; message: string; allocation: Allocation } | CallRefusal;

/**
 * Registers this browser as a device; the same call again has the same key. Without a key completes what is said of it.
 */
export async function registerDevice(input: RegistrationRequest, key: string | null): Promise<RegistrationAnswer> {
  const options = key ? { body: input, headers: { "Idempotency-Key": key } } : { body: input };
  const isBody = hasKey<{ success: true; message: string; allocation: Allocation }>("allocation");
  const answer = await fetchJson("/api/terminal/register-device", isBody, options);
  return answer.ok ? { ok: true, message: answer.body.message, allocation: answer.body.allocation } : answer;
}

/** Ends the registration of this browser. */
export async function deleteAllocation(
  ids: Pick<RegistrationRequest, "deviceId" | "parentId">,
): Promise<{ ok: true; message: string } | CallRefusal> {
  const isBody = hasKey<{ success: true; message: string }>("success");
  const answer = await fetchJson("/api/terminal/delete-allocation", isBody, { body: ids });
  return answer.ok ? { ok: true, message: answer.body.message } : answer;
}

/** Reads the draws of this device's parent. */
export async function readDraws(signal?: AbortSignal): Promise<{ ok: true; draws: TerminalDraw[] } | CallRefusal> {
  const options = signal ? { signal } : {};
  const answer = await fetchJson("/api/terminal/draws", hasKey<{ draws: TerminalDraw[] }>("draws"), options);
  return answer.ok ? { ok: true, draws: answer.body.draws } : answer;
}

/** The draws of this device's parent. */
export function drawsQuery() {
  return queryOptions<TerminalDraw[], Refused, TerminalDraw[], readonly string[]>({
    queryKey: ["terminal", "draws"],
    queryFn: async ({ signal }) => answered(await readDraws(signal)).draws,
  });
}

/** Asks whether the server can sell; a proxy's error page, a database that is away and silence are all no. */
export async function isServerReachable(signal?: AbortSignal): Promise<boolean> {
  const options = { timeoutMs: readyTimeoutMs, ...(signal ? { signal } : {}) };
  const answer = await fetchJson("/api/ready", hasKey<{ ready: boolean }>("ready"), options);
  return answer.ok;
}

/** Since when nobody has answered; null while the server can sell, which is assumed until an answer is missed. */
export function missedQuery() {
  return queryOptions<Date | null, Refused, Date | null, readonly string[]>({
    queryKey: ["terminal", "missed"],
    queryFn: async ({ signal, client, queryKey }) =>
      (await isServerReachable(signal)) ? null : (client.getQueryData<Date | null>(queryKey) ?? new Date()),
    initialData: null,
  });
}

/** Places an order for this device: as a buyer's, but nothing limits its holds and it may be paid in cash. */
export function placeTerminalOrder(input: OrderRequest, idempotencyKey: string): Promise<OrderAnswer> {
  return placeOrder({ ...input, atTerminal: true }, idempotencyKey);
}

/** Charges a card for this device: as a buyer's, but its operator is written down. */
export function processTerminalPayment(payment: CardPayment): Promise<PaymentAnswer> {
  return processPayment({ ...payment, atTerminal: true });
}

/** Lists a draw's orders, newest first. Search text is sent in the body, because addresses end up in logs. */
export async function listOrders(
  query: OrderQuery,
  signal?: AbortSignal,
): Promise<({ ok: true } & TerminalOrderPage) | CallRefusal> {
  const words = Object.entries(query).filter(([, value]) => value);
  const path = query.q ? "/api/terminal/orders" : `/api/terminal/orders?${new URLSearchParams(words)}`;
  const options = { ...(query.q ? { body: Object.fromEntries(words) } : {}), ...(signal ? { signal } : {}) };
  const answer = await fetchJson(path, hasKey<TerminalOrderPage>("orders"), options);
  return answer.ok ? { ok: true, ...answer.body } : answer;
}

/** Orders as far as they were read: when, and what they were searched by. */
export type ListedOrders = TerminalOrderPage & { searched: string; readAt: Date };

/** Lists orders of a draw page by page; asked again it reads as many pages as were opened. */
export function ordersQuery({ instanceId, status, q = "" }: Omit<OrderQuery, "cursor">) {
  type Pages = InfiniteData<ListedOrders, string | null>;
  return infiniteQueryOptions<ListedOrders, Refused, Pages, readonly string[], string | null>({
    queryKey: ["terminal", "orders", instanceId, status, q],
    async queryFn({ pageParam, signal }) {
      const query = { instanceId, status, q, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return { ...answered(await listOrders(query, signal)), searched: q, readAt: new Date() };
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

async function callOrder(path: string, body?: unknown, signal?: AbortSignal): Promise<TerminalOrderAnswer> {
  const options = { ...(body === undefined ? {} : { body, timeoutMs: bankTimeoutMs }), ...(signal ? { signal } : {}) };
  const answer = await fetchJson(path, hasKey<{ order: TerminalOrder }>("order"), options);
  return answer.ok ? { ok: true, order: answer.body.order } : answer;
}

/** Reads an order with all that an operator is shown of it. */
export function readTerminalOrder(address: OrderAddress, signal?: AbortSignal): Promise<TerminalOrderAnswer> {
  return callOrder(pathOf(address), undefined, signal);
}

/** An order as its operator sees it; null until somebody has looked. */
export function terminalOrderQuery(address: OrderAddress) {
  return queryOptions<TerminalOrder | null, Refused, TerminalOrder | null, readonly string[]>({
    queryKey: ["terminal", "orders", address.instanceId, address.orderId],
    queryFn: async ({ signal }) => answered(await readTerminalOrder(address, signal)).order,
    initialData: null,
  });
}

/** Takes cash for an order; `given` in dollars is what the buyer handed over, and is compared with its amount. */
export function takeCash(address: OrderAddress, given?: number): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/cash`, given === undefined ? {} : { given });
}

/** Holds the tickets of an order for longer. */
export function extendTerminalOrder(address: OrderAddress): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/extend`, {});
}

/** Cancels an order that is not paid. */
export function cancelTerminalOrder(address: OrderAddress): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/cancel`, {});
}

/** Has the bank asked now what became of a payment. */
export function checkTerminalOrder(address: OrderAddress): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/check`, {});
}

/** What a print that was counted is: `copy` is 0 for the original, then which reprint. */
export type PrintAnswer = { ok: true; order: TerminalOrder; copy: number } | CallRefusal;

/**
 * Has a print of a receipt counted before it is made. With a `claim` it may be the original; the same claim again is
 * the same print.
 */
export async function reprintReceipt(address: OrderAddress, claim: string | null): Promise<PrintAnswer> {
  const isBody = hasKey<{ order: TerminalOrder; copy: number }>("copy");
  const headers: Record<string, string> = claim === null ? {} : { "Idempotency-Key": claim };
  const answer = await fetchJson(`${pathOf(address)}/reprint`, isBody, { body: {}, headers });
  return answer.ok ? { ok: true, ...answer.body } : answer;
}

/** Sends the receipt again, to the address that the order has. */
export function resendTerminalReceipt(address: OrderAddress): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/resend`, {});
}

/** Gives the money of an order, or of some of its lines, back; cash by the operator's own hand. */
export function refundTerminalOrder(address: OrderAddress, lines?: number[]): Promise<TerminalOrderAnswer> {
  return callOrder(`${pathOf(address)}/refund`, lines ? { lines } : {});
}

/** Reads what this device took and gave back today, of each draw that counts today. */
export async function readSummaries(
  signal?: AbortSignal,
): Promise<{ ok: true; summaries: TerminalSummary[] } | CallRefusal> {
  const options = signal ? { signal } : {};
  const isBody = hasKey<{ summaries: TerminalSummary[] }>("summaries");
  const answer = await fetchJson("/api/terminal/summary", isBody, options);
  return answer.ok ? { ok: true, summaries: answer.body.summaries } : answer;
}

/** What this device took and gave back today, by the id of its draw. */
export function summariesQuery() {
  return queryOptions<
    ReadonlyMap<string, TerminalSummary>,
    Refused,
    ReadonlyMap<string, TerminalSummary>,
    readonly string[]
  >({
    queryKey: ["terminal", "summaries"],
    async queryFn({ signal }) {
      const { summaries } = answered(await readSummaries(signal));
      return new Map(summaries.map((summary) => [summary.instanceId, summary]));
    },
  });
}
