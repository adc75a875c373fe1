import { demoDraws, withWinner } from "@/scripts/demo/draws";

import type { OrderLocator } from "@/tests/support/browser/browse-order";
import { holdAtTerminal, sellForCash } from "@/tests/support/browser/browse-terminal";
import { adminCall, cards, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { cancelByTwo } from "@/tests/support/calls/cancel-draw";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { issueDevice, registerDevice } from "@/tests/support/calls/device";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import type { OrdersInStates } from "./orders-in-states";
import { orderInState, withOrdersInStates } from "./orders-in-states";

/** Draws and orders in every state, a tablet that sells them, and a registration link for another. */
export type Site = OrdersInStates & { device: RegisteredDevice; registration: string };

const parentId = "demo-parent";
const terminal = { allowAnonymousCash: true, allowRefund: true };
const past = { startDate: "2020-01-01T00:00:00Z", endDate: "2020-02-01T00:00:00Z" };

const supportEmail = "tirages-communautaires@fondation-des-lacs.example.test";

/** Has an order in each state. */
export const drawInStates = drawWith({ id: "stated", parentId, terminal, supportEmail });

/** Draws besides the demo's. Pages buy in `arena`. */
const draws = [
  drawWith({ id: "arena", parentId, terminal, supportEmail }),
  drawWith({ id: "closed", parentId, ...past }),
  drawWith({ id: "called-off", parentId, supportEmail }),
  drawWith({ id: "few", parentId, maxTickets: 3 }),
  drawWith({ id: "full-pot", parentId, maxJackpot: 9 }),
  drawWith({ id: "counted", parentId, pixelId: "123456789012345" }),
];

type Purchase = { instanceId: string; packageId?: string; card?: string; teamId?: string };

/** Extends by 15 minutes, because visiting every page may take longer than a hold. */
export async function extendHolds({ server, orders }: Site): Promise<void> {
  for (const name of ["reserved", "declined", "held", "offered"]) {
    const { instanceId, orderId } = orderInState({ orders }, name);
    const { status } = await createBuyer(server).call("POST", `/api/orders/${instanceId}/${orderId}/extend`);
    if (status !== 200) throw new Error(`The order ${name} could not be held for longer: ${status}.`);
  }
}

export function withSite(use: (site: Site) => Promise<void>): Promise<void> {
  return withOrdersInStates(drawInStates, async (stated) => use(await prepareSite(stated)));
}

async function buy(server: Server, { instanceId, packageId = "three", card, teamId }: Purchase): Promise<OrderLocator> {
  const buyer = createBuyer(server);
  const lines = [{ poolId: "main", packageId, quantity: 1 }];
  const { order } = (await buyer.placeOrder({ instanceId, lines, ...(teamId ? { body: { teamId } } : {}) })).body;
  await buyer.pay(order, await tokenFor(server.sandboxUrl, card));
  return order;
}

async function placeOrders(server: Server, device: RegisteredDevice): Promise<Map<string, OrderLocator>> {
  const instanceId = drawInStates.id;
  const sale = { instanceId, lines: [{ poolId: "main", packageId: "ten", quantity: 1 }] };
  const buyer = createBuyer(server);
  const reserved = (await buyer.placeOrder({ instanceId })).body.order;
  const cancelled = (await buyer.placeOrder({ instanceId })).body.order;
  await buyer.call("POST", `/api/orders/${instanceId}/${cancelled.orderId}/cancel`);
  return new Map<string, OrderLocator>([
    ["reserved", reserved],
    ["cancelled", cancelled],
    ["declined", await buy(server, { instanceId, card: cards.declined })],
    ["confirmed", await buy(server, { instanceId })],
    ["held", await holdAtTerminal(device, sale)],
    ["offered", await holdAtTerminal(device, { ...sale, instanceId: "arena" })],
    ["sold", await sellForCash(device, sale)],
  ]);
}

async function prepareSite({ server, orders }: OrdersInStates): Promise<Site> {
  const started = new Date();
  for (const draw of [...(demoDraws(started) as DrawInput[]), ...draws]) await importDraw(server, draw);
  await adminCall(server, "POST", "/api/admin/draws/demo-closed/close", {});
  const closed = (demoDraws(started) as (DrawInput & { id: string })[]).find(({ id }) => id === "demo-closed");
  const drawn = withWinner({ ...closed, winners: [] }, "demo-closed", new Date());
  // This draw has no buyers, so the winning number is a paper ticket's.
  const winners = drawn.winners.map((winner) => ({ ...Object(winner), soldOnPaper: true }));
  await importDraw(server, { ...drawn, winners } as DrawInput);
  await buy(server, { instanceId: "called-off" });
  await cancelByTwo(server, "called-off");
  await buy(server, { instanceId: "few" });
  await buy(server, { instanceId: "full-pot" });
  await buy(server, { instanceId: "demo5050", packageId: "p40", teamId: "loons" });
  const device = await registerDevice(server, { parentId });
  const { link } = await issueDevice(server, { parentId, label: "Gate 9" });
  const { pathname, search, hash } = new URL(link);
  const placed = await placeOrders(server, device);
  const all = new Map([...orders, ...placed]);
  return { server, orders: all, device, registration: `${pathname}${search}${hash}` };
}
