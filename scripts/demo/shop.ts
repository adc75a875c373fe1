import { createHash } from "node:crypto";

import type { OrderView } from "@/lib/orders/rules";
import { appCheckHeader } from "@/lib/platform/http/browser/app-check";
import { CommandError } from "@/scripts/command/admin-client";

import type { DemoPurchase } from "./purchases";

/** `token` is an App Check token, or null if none is needed. */
export type Shop = { url: string; sandbox: string; token: string | null };

export const demoCards = { approved: "4030000010001234", declined: "4003050500040005" } as const;

/** `index` is the purchase's position among those of the draw. */
type DemoSale = { drawId: string; index: number; purchase: DemoPurchase; card?: keyof typeof demoCards };

/** Places an order and pays for it as a buyer does. A declined payment leaves the order unpaid. */
export async function buy(shop: Shop, { drawId, index, purchase, card = "approved" }: DemoSale): Promise<void> {
  const attestations = { age: true, location: true, rules: true };
  const checked: Record<string, string> = shop.token === null ? {} : { [appCheckHeader]: shop.token };
  const headers = { ...checked, "idempotency-key": keyOf(drawId, index, purchase) };
  const input = { instanceId: drawId, attestations, ...purchase };
  const { order } = await post<{ order: OrderView }>(`${shop.url}/api/orders`, input, headers);
  if (order.status !== "reserved") return;
  const cardFields = { number: demoCards[card], expiry_month: "12", expiry_year: "29", cvd: "123" };
  const { token } = await post<{ token: string }>(`${shop.sandbox}/scripts/tokenization/tokens`, cardFields);
  const payment = {
    amount: order.amount,
    payment_method: "token",
    order_number: order.orderId,
    token: { code: token, name: purchase.buyer.name, complete: true },
  };
  const body = { instanceId: drawId, payment };
  await post(`${shop.url}/api/bambora/processPayment`, body, checked, card === "declined" ? 402 : undefined);
}

/** `expectedRefusal` is the HTTP status of an expected refusal. */
export async function post<Body>(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  expectedRefusal?: number,
): Promise<Body> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok && response.status !== expectedRefusal)
    throw new CommandError(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

/** The key is the same in every run, so that seeding again buys nothing twice. */
function keyOf(drawId: string, index: number, purchase: DemoPurchase): string {
  return createHash("sha256")
    .update(JSON.stringify([drawId, index, purchase]))
    .digest("hex");
}
