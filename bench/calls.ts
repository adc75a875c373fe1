import { randomUUID } from "node:crypto";

import type { OrderView } from "@/lib/orders/rules";
import { freshIpAddress } from "@/tests/support/calls/buyer";

import type { Answer, Ask, Call } from "./load";
import { readText } from "./load";

const browser = { accept: "*/*", "accept-encoding": "gzip", "accept-language": "en-CA,en;q=0.9" };

const name = "Rosalie Tremblay";
const email = "rosalie@example.test";
const province = "ON";

export function createRead(path: string): Call {
  return { method: "GET", path, headers: { ...browser, "x-forwarded-for": freshIpAddress() }, expected: 200 };
}

/** The floor's handler reads the same bytes and answers with the same status. */
export function atFloor(call: Call): Call {
  return { ...call, path: "/api/bare", expected: 201 };
}

export function createOrder(instanceId: string): Call {
  const body = {
    instanceId,
    lines: [{ poolId: "main", packageId: "three", quantity: 1 }],
    buyer: { name, email, phone: "4165550100", province, postalCode: "M5V 2T6" },
    attestations: { age: true, location: true, rules: true },
    locale: "en",
  };
  const own = { "x-forwarded-for": freshIpAddress(), "idempotency-key": randomUUID() };
  const headers = { ...browser, ...own, "content-type": "application/json" };
  return { method: "POST", path: "/api/orders", headers, body: JSON.stringify(body), expected: 201 };
}

export type Placed = Pick<OrderView, "instanceId" | "orderId" | "amount">;

export function createPayment(
  { instanceId, orderId, amount }: Placed,
  token: string,
  placed: Pick<Call, "headers">,
): Call {
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

function readCookie({ headers }: Answer): Record<string, string> {
  const set = headers["set-cookie"];
  const [first] = Array.isArray(set) ? set : [set];
  return first ? { cookie: first.split(";")[0] ?? "" } : {};
}

export async function buy(ask: Ask, drawId: string, nextToken: () => Promise<string>): Promise<void> {
  const order = createOrder(drawId);
  const placed = await ask(order);
  const answer = JSON.parse(readText(placed));
  const headers = { ...order.headers, ...readCookie(placed) };
  await ask(createPayment(answer.order, await nextToken(), { headers }));
}
