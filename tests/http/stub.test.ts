import { afterAll, beforeAll, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import english from "@/messages/en.json";
import french from "@/messages/fr.json";
import { adminCall, createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { freshDataDirectory, removeDataDirectory } from "@/tests/support/databases/data-template";
import { editData } from "@/tests/support/databases/edit-data";
import { drawWith } from "@/tests/support/draws/draw";
import { runInvariants } from "@/tests/support/servers/commands";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

const draw = drawWith();
let dataDir: string;
let server: Server;
let order: OrderView;

/** Leaves the order as `shrinkOrders` would a day later (lib/privacy/shrink-orders.test.ts). */
beforeAll(async () => {
  dataDir = await freshDataDirectory();
  server = await startServer({ dataDir });
  await importDraw(server, draw);
  const buyer = createBuyer(server);
  const placed = await buyer.placeOrder({ instanceId: draw.id });
  order = placed.body.order;
  await buyer.call("POST", `/api/orders/${draw.id}/${order.orderId}/cancel`);
  await server.terminate();
  await editData(dataDir, [
    `delete from order_lines where order_id = '${order.orderId}'`,
    `update orders set erased_at = now(), buyer = null, team_id = null, client_key = '', request_hash = ''
      where order_id = '${order.orderId}'`,
    `insert into audit_entries (draw_id, at, action, actor_kind, detail)
      values ('${draw.id}', now(), 'orders-shrunk', 'system', '{"orders": 1}')`,
  ]);
  server = await startServer({ dataDir });
});

afterAll(async () => {
  await server.stop();
  await removeDataDirectory(dataDir);
});

it.each([
  ["/order", english],
  ["/fr/order", french],
])(
  "the page of a stub at %s says that it was cancelled, that nothing is owed, and what is gone",
  async (path, words) => {
    const page = await fetch(`${server.url}${path}/${draw.id}/${order.orderId}`);
    const html = await page.text();
    expect(page.status).toBe(200);
    const { states, shrunk, shrunkText } = words.order;
    for (const text of [order.orderCode, states.cancelled.title, states.cancelled.text, shrunk, shrunkText]) {
      expect(html).toContain(text);
    }
    expect(html).not.toContain(order.buyer?.name);
  },
);

it("a stub is answered and found as cancelled, without payments, and no invariant minds", async () => {
  const answer = await fetch(`${server.url}/api/orders/${draw.id}/${order.orderId}`);
  const rest = { status: "cancelled", lines: [], buyer: null, numbers: [], lastPayment: null };
  expect(await answer.json()).toMatchObject({ order: { orderCode: order.orderCode, ...rest } });
  const found = await adminCall<{ orders: unknown[] }>(server, "GET", `/api/admin/orders?order=${order.orderCode}`);
  expect(found.body).toMatchObject({ orders: [{ status: "cancelled", attempts: [], lines: [] }] });
  expect((await runInvariants(server)).code).toBe(0);
});
