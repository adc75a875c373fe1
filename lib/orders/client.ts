import { queryOptions } from "@tanstack/react-query";

import type { RefusalError } from "@/lib/platform/http/browser/client";
import { unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallOptions, CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { OrderView } from "./rules";
import type { OrderKey, PlaceOrderInput } from "./schema";

export type OrderResult = { ok: true; order: OrderView } | CallRefusal;

export type OrderRequest = Omit<PlaceOrderInput, "bundles"> & { bundles?: PlaceOrderInput["bundles"] };

export type OrderBody = { order: OrderView };

export function isOrderBody(body: unknown): body is OrderBody {
  const order = (body as Partial<OrderBody> | null)?.order;
  return typeof order?.orderId === "string" && typeof order.status === "string";
}

async function callOrder(path: string, options: CallOptions): Promise<OrderResult> {
  const answer = await fetchJson(path, isOrderBody, options);
  return answer.ok ? { ok: true, order: answer.body.order } : answer;
}

function getOrderPath({ instanceId, orderId }: OrderKey): string {
  return `/api/orders/${instanceId}/${orderId}`;
}

/** A buyer doesn't notice a wait of this many seconds. */
const shortWaitSeconds = 2;

/** Safe to repeat with the same key. A new browser gets its cookie with the refusal, so one retry usually succeeds. */
export async function placeOrder(input: OrderRequest, idempotencyKey: string): Promise<OrderResult> {
  const place = () => callOrder("/api/orders", { body: input, headers: { "Idempotency-Key": idempotencyKey } });
  const first = await place();
  if (first.ok || first.reason !== "too-many-unpaid") return first;
  const { retryAfterSeconds = 0 } = first;
  if (retryAfterSeconds < 1 || retryAfterSeconds > shortWaitSeconds) return first;
  await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000));
  return place();
}

export function readOrder(key: OrderKey, signal?: AbortSignal): Promise<OrderResult> {
  return callOrder(getOrderPath(key), signal ? { signal } : {});
}

/** Null until it has been read. */
export function orderQuery(key: OrderKey) {
  return queryOptions<OrderView | null, RefusalError, OrderView | null, readonly string[]>({
    queryKey: ["orders", key.instanceId, key.orderId],
    queryFn: async ({ signal }) => unwrapResult(await readOrder(key, signal)).order,
  });
}

export function extendOrder(key: OrderKey): Promise<OrderResult> {
  return callOrder(`${getOrderPath(key)}/extend`, { body: {} });
}

export function cancelOrder(key: OrderKey): Promise<OrderResult> {
  return callOrder(`${getOrderPath(key)}/cancel`, { body: {} });
}

export function resendReceipt(key: OrderKey): Promise<OrderResult> {
  return callOrder(`${getOrderPath(key)}/resend`, { body: {} });
}
