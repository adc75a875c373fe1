import { startSandbox } from "@/sandbox/start-sandbox";

import type { OrderLocator } from "@/tests/support/browser/browse-order";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import { editData } from "@/tests/support/databases/edit-data";
import type { DrawInput } from "@/tests/support/draws/draw";
import { armFault, setReportLag } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import type { OrderState } from "./order-states";
import { orderStates } from "./order-states";

/** The orders are by the name of the state in `orderStates`. */
export type OrdersInStates = { server: Server; orders: Map<string, OrderLocator> };

const lines = ["three", "ten"].map((packageId) => ({ poolId: "main", packageId, quantity: 1 }));
const states: Record<string, OrderState> = { ...orderStates.unpaid, ...orderStates.paid, ...orderStates.asked };

export function orderInState({ orders }: Pick<OrdersInStates, "orders">, name: string): OrderLocator {
  const order = orders.get(name);
  if (!order) throw new Error(`No order is called ${name}.`);
  return order;
}

export async function withOrdersInStates(
  draw: DrawInput,
  use: (stated: OrdersInStates) => Promise<void>,
): Promise<void> {
  const sandbox = await startSandbox();
  const dataDir = await freshDataDirectory();
  const orders: OrdersInStates["orders"] = new Map();
  const first = await startServer({ sandbox, dataDir });
  await importDraw(first, draw);
  await setReportLag(sandbox.url, 600_000);
  for (const name of Object.keys(states)) orders.set(name, await placeOrder(first, draw.id, name));
  await first.stop();
  await editOrders(dataDir, orders);
  const server = await startServer({ sandbox, dataDir });
  await use({ server, orders });
  await server.stop();
  await sandbox.close();
  await removeDataDirectory(dataDir);
}

async function placeOrder(server: Server, instanceId: string, name: string): Promise<OrderLocator> {
  const buyer = createBuyer(server);
  const { order } = (await buyer.placeOrder({ instanceId, lines })).body;
  if (name in orderStates.unpaid) return order;
  if (name in orderStates.asked) await armFault(server.sandboxUrl, { at: "payments", kind: "drop", moment: "before" });
  await buyer.pay(order, await tokenFor(server.sandboxUrl));
  return order;
}

/** No work is due, so that no job changes the state. */
async function editOrders(dataDir: string, orders: OrdersInStates["orders"]): Promise<void> {
  const statements = Object.entries(states).flatMap(([name, state]) => state(orderInState({ orders }, name)));
  await editData(dataDir, [
    ...statements,
    "update payment_attempts set ask_at = null",
    "update refunds set ask_at = null",
  ]);
}
