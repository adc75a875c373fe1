import { queryOptions } from "@tanstack/react-query";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapAnswer } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { FoundOrders, OrderPage, OrderState } from "./rules";
import type { ConsoleOrder, ContactDetails } from "./rules.order";
import type { OrderSearch } from "./schema";

/** Empty where nothing was chosen; days such as `2026-11-20`. */
export type ListQuery = { instanceId: string; state: OrderState; from: string; to: string };

export type Answer<Body> = { ok: true; body: Body } | CallRefusal;

export function listOrders(query: ListQuery, cursor: string | null): Promise<Answer<OrderPage>> {
  const words = Object.entries({ ...query, cursor: cursor ?? "" }).filter(([, value]) => value !== "");
  return fetchJson(`/api/admin/orders/list?${new URLSearchParams(words)}`, hasKey<OrderPage>("orders"), {});
}

export function searchOrders(search: OrderSearch): Promise<Answer<FoundOrders>> {
  return fetchJson("/api/admin/orders/search", hasKey<FoundOrders>("orders"), { body: search });
}

export function orderQuery({ instanceId, code }: { instanceId: string; code: string }) {
  return queryOptions<ConsoleOrder, RefusalError, ConsoleOrder, readonly string[]>({
    queryKey: ["console", "orders", instanceId, code],
    queryFn: async ({ signal }) => {
      const isBody = hasKey<{ order: ConsoleOrder }>("order");
      return unwrapAnswer(await fetchJson(`/api/admin/orders/${instanceId}/${code}`, isBody, { signal })).body.order;
    },
  });
}

type NamedOrder = Pick<ConsoleOrder, "instanceId" | "orderCode">;

/** In ms; the bank has 20 s to answer. */
const timeoutMs = 45_000;

const isObject = (body: unknown): body is object => typeof body === "object" && body !== null;

export type OrderCall = "notes" | "correct" | "resend" | "hide" | "cancel" | "check" | "settle" | "refund";

export function callOrder({ instanceId, orderCode }: NamedOrder, call: OrderCall, body: object = {}) {
  return fetchJson(`/api/admin/orders/${instanceId}/${orderCode}/${call}`, isObject, { body, timeoutMs });
}

export function showContact({ instanceId, orderCode }: NamedOrder): Promise<Answer<{ contact: ContactDetails }>> {
  const isBody = hasKey<{ contact: ContactDetails }>("contact");
  return fetchJson(`/api/admin/orders/${instanceId}/${orderCode}/contact`, isBody, { body: {} });
}
