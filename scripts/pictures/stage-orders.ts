import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { holdAtTerminal, sellForCash } from "@/tests/support/browse-terminal";
import type { Line } from "@/tests/support/buyer";
import { adminCall, cards, createBuyer, tokenFor } from "@/tests/support/buyer";
import type { RegisteredDevice } from "@/tests/support/device";
import type { Server } from "@/tests/support/server";

/** An order by its address. */
export type Key = Pick<OrderView, "instanceId" | "orderId">;

/** Orders whose pages are pictured, by what became of them. */
export type Orders = Record<
  "paid" | "several" | "refunded" | "held" | "declined" | "asking" | "cash" | "unpaidCash",
  Key
>;

/** Who buys everything that is pictured. */
export const buyer = {
  name: "Rosalie Tremblay",
  email: "rosalie@example.test",
  province: "ON",
  city: "Kingston",
  postalCode: "K7L 1A1",
};
/** One package of the main draw. */
export const main = (packageId: string): Line => ({ poolId: "main", packageId, quantity: 1 });

async function hold(server: Server, instanceId: string, body: Record<string, unknown>): Promise<OrderView> {
  const { status, body: answer } = await createBuyer(server).placeOrder({ instanceId, body: { buyer, ...body } });
  if (status !== 201) throw new Error(`The order was refused: ${JSON.stringify(answer)}`);
  return answer.order;
}

/** A paid order. */
export async function buy(server: Server, instanceId: string, body: Record<string, unknown>): Promise<Key> {
  const order = await hold(server, instanceId, body);
  const { status, body: answer } = await createBuyer(server).pay(order, await tokenFor(server.sandboxUrl));
  if (status !== 200) throw new Error(`The payment was refused: ${JSON.stringify(answer)}`);
  return order;
}

/** Its bank declined it, or gave no answer yet: such a card is slower than the gateway is waited for. */
async function unpaid(server: Server, card: string): Promise<Key> {
  const order = await hold(server, "demo5050", { lines: [main("p40")] });
  await createBuyer(server).pay(order, await tokenFor(server.sandboxUrl, card));
  return order;
}

/** An order that was paid and given back in full. */
export async function refunded(server: Server, locale: Language): Promise<Key> {
  const key = await buy(server, "demo5050", { lines: [main("p40")], locale });
  await adminCall(server, "POST", `/api/admin/orders/${key.instanceId}/${key.orderId}/refund`, {});
  return key;
}

/** A paid order of several draws. */
export function several(server: Server, locale: Language): Promise<Key> {
  const bundles = [{ bundleId: "first-mate", quantity: 1 }];
  return buy(server, "demo-raffle", { lines: [], bundles, locale });
}

/** Brings about an order of every kind. */
export async function ordersOf(server: Server, device: RegisteredDevice): Promise<Orders> {
  const counter = { instanceId: "demo5050", body: { buyer } };
  return {
    paid: await buy(server, "demo5050", { lines: [main("p120")], teamId: "foxes" }),
    several: await several(server, "en"),
    refunded: await refunded(server, "en"),
    held: await hold(server, "demo5050", { lines: [main("p10")] }),
    declined: await unpaid(server, cards.declined),
    asking: await unpaid(server, cards.slowApproved),
    cash: await sellForCash(device, { ...counter, lines: [main("p40")] }),
    unpaidCash: await holdAtTerminal(device, { ...counter, lines: [main("p10")] }),
  };
}
