import { randomUUID } from "node:crypto";

import type { OrderView } from "@/lib/orders/rules";
import { freshAddress } from "@/tests/support/calls/buyer";

import type { Answer, Ask, Call } from "./load";
import { textOf } from "./load";

/** What a phone's browser sends with each call that matters here. */
const browser = { accept: "*/*", "accept-encoding": "gzip", "accept-language": "en-CA,en;q=0.9" };

const name = "Rosalie Tremblay";
const email = "rosalie@example.test";
const province = "ON";

/** A page or a live state, asked for by a caller of its own. */
export function readOf(path: string): Call {
  return { method: "GET", path, headers: { ...browser, "x-forwarded-for": freshAddress() }, expected: 200 };
}

/** The same bytes for the floor's handler, which reads them and answers with the same status. */
export function atFloor(call: Call): Call {
  return { ...call, path: "/api/bare", expected: 201 };
}

/** An order of three tickets by a buyer of its own. */
export function orderOf(instanceId: string): Call {
  const body = {
    instanceId,
    lines: [{ poolId: "main", packageId: "three", quantity: 1 }],
    buyer: { name, email, phone: "4165550100", province, postalCode: "M5V 2T6" },
    attestations: { age: true, location: true, rules: true },
    locale: "en",
  };
  const own = { "x-forwarded-for": freshAddress(), "idempotency-key": randomUUID() };
  const headers = { ...browser, ...own, "content-type": "application/json" };
  return { method: "POST", path: "/api/orders", headers, body: JSON.stringify(body), expected: 201 };
}

/** What of an order its payment needs. */
export type Placed = Pick<OrderView, "instanceId" | "orderId" | "amount">;

/** The payment of an order by the browser that placed it. */
export function paymentOf({ instanceId, orderId, amount }: Placed, token: string, placed: Pick<Call, "headers">): Call {
  const body = {
    instanceId,
    payment: {
      amount,
      payment_method: "token",
      order_number: orderId,
      token: { code: token, name, complete: true },
      billing: { name, province, country: "CA", email_address: email },
    },
  };
  const headers = { ...placed.headers };
  delete headers["idempotency-key"];
  return { method: "POST", path: "/api/bambora/processPayment", headers, body: JSON.stringify(body), expected: 200 };
}

/** The cookie that a browser brings back after this answer. */
function cookieOf({ headers }: Answer): Record<string, string> {
  const set = headers["set-cookie"];
  const [first] = Array.isArray(set) ? set : [set];
  return first ? { cookie: first.split(";")[0] ?? "" } : {};
}

/** A whole purchase: whoever pays is the browser that ordered. */
export async function buy(ask: Ask, drawId: string, nextToken: () => Promise<string>): Promise<void> {
  const order = orderOf(drawId);
  const placed = await ask(order);
  const answer = JSON.parse(textOf(placed));
  const headers = { ...order.headers, ...cookieOf(placed) };
  await ask(paymentOf(answer.order, await nextToken(), { headers }));
}
