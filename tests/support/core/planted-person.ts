import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import type { Buyer } from "@/lib/orders/schema";
import { readOrderRecord, readOrderRow } from "@/lib/orders/store";

import { createBasket, freshKey, openDraw, pay } from "./orders";
import type { TestContext } from "./test-context";
import { asClient, drawAt, importTestDraw } from "./test-context";

export const dayMs = 24 * 60 * 60_000;

export const planted: Buyer & Required<Pick<Buyer, "phone" | "postalCode" | "city">> = {
  name: "Zéphirine Plantée-Quagmire",
  email: "Zephirine.Plantee@Quagmire.Example",
  phone: "+1 (613) 555-0173",
  province: "ON",
  postalCode: "K7Z 9X8",
  city: "Quagmireville",
};

/** No column may contain these once the person is erased. Includes the phone number as stored. */
export const plantedTexts = [planted.name, planted.email, "16135550173", "555-0173", planted.postalCode, planted.city];

export async function placePlanted(test: TestContext, drawId: string, email = planted.email): Promise<OrderView> {
  const basket = createBasket(drawId, 2, { buyer: { ...planted, email } });
  const placed = await placeOrder(asClient(test.ctx, "planted-browser"), basket, freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  return placed.order;
}

export async function buyPlanted(test: TestContext, drawId: string, email = planted.email): Promise<OrderView> {
  const order = await placePlanted(test, drawId, email);
  await pay(test.ctx, order);
  return order;
}

export async function hasKnownBuyer({ ctx }: TestContext, { instanceId, orderId }: OrderView): Promise<boolean> {
  const row = await readOrderRow(ctx.db, instanceId, orderId);
  if (!row) throw new Error(`There is no order ${orderId}.`);
  return row.buyer !== null;
}

/** Returns a function that imports the winning number, optionally with the winner's name, after the draw. */
export async function openDrawWithWinner(test: TestContext, id: string, overrides: Record<string, unknown> = {}) {
  const start = test.clock.now();
  await openDraw(test, id, overrides);
  return async (number: number, name?: string, later: Record<string, unknown> = {}): Promise<void> => {
    const drawnAt = new Date(start.getTime() + 8 * dayMs).toISOString();
    const winner = { poolId: "main", prizeType: "Grand Prize", number, drawnAt, ...(name ? { name } : {}) };
    const drawn = { id, urlSlug: id, winners: [winner], ...overrides, ...later };
    await importTestDraw(test.admin, drawAt(start, drawn));
  };
}

export async function cancelPlanted(test: TestContext, instanceId: string): Promise<OrderView> {
  const order = await placePlanted(test, instanceId);
  await cancelOrder(test.ctx, order);
  return order;
}

/** Returns -1 if there is no such order. */
export async function countLines(test: TestContext, { instanceId, orderId }: OrderView): Promise<number> {
  return (await readOrderRecord(test.ctx.db, instanceId, orderId))?.lines.length ?? -1;
}
