import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { cards, createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { armFault, listCaptures } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

let server: Server;

beforeAll(async () => {
  server = await shareServer();
});

afterAll(() => server.stop());

type StoredCardAnswer = { success: boolean; customerCode: string; cardType: string; lastFour: string };

async function place(): Promise<OrderView> {
  const draw = drawWith();
  await importDraw(server, draw);
  return (await createBuyer(server).placeOrder({ instanceId: draw.id })).body.order;
}

async function store({ instanceId, orderId }: OrderView, card?: string) {
  const token = await tokenFor(server.sandboxUrl, card);
  return createBuyer(server).call<StoredCardAnswer>("POST", "/api/bambora/tokenize", { instanceId, orderId, token });
}

function pay(order: OrderView, customerCode: string) {
  return createBuyer(server).call<{ order: OrderView }>("POST", "/api/bambora/processPayment", {
    instanceId: order.instanceId,
    payment: {
      amount: order.amount,
      payment_method: "payment_profile",
      order_number: order.orderId,
      payment_profile: { customer_code: customerCode, card_id: 1, complete: true },
    },
  });
}

describe("a stored card", () => {
  it("pays the order it was stored for, once", async () => {
    const order = await place();
    const stored = await store(order, cards.mastercard);
    expect(stored).toMatchObject({ status: 200, body: { success: true, cardType: "MC", lastFour: "1004" } });
    const answers = await Promise.all([1, 2, 3].map(() => pay(order, stored.body.customerCode)));
    expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true);
    const paid = await pay(order, stored.body.customerCode);
    expect(paid).toMatchObject({ status: 200, body: { order: { status: "finalized", card: { lastFour: "1004" } } } });
    expect(await listCaptures(server.sandboxUrl, order.orderId)).toHaveLength(1);
    expect((await store(order)).body.reason).toBe("order-finalized");
  });

  it("is stored by its token alone, and nothing is told of the order", async () => {
    const draw = drawWith();
    await importDraw(server, draw);
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: draw.id })).body;
    const byToken = async (who: typeof buyer) =>
      who.call("POST", "/api/bambora/tokenize", { token: await tokenFor(server.sandboxUrl, cards.approved) });
    expect(await byToken(createBuyer(server))).toMatchObject({ status: 404, body: { reason: "order-not-found" } });
    expect(await byToken(buyer)).toMatchObject({ status: 200, body: { success: true } });
    expect(JSON.stringify((await byToken(buyer)).body)).toBe('{"success":true}');
    expect(await pay(order, order.orderId)).toMatchObject({ status: 200, body: { order: { status: "finalized" } } });
  });

  it("pays no other order", async () => {
    const [mine, other] = [await place(), await place()];
    const { body } = await store(mine);
    expect(await pay(other, body.customerCode)).toMatchObject({ status: 422, body: { reason: "invalid-input" } });
    expect((await ledger(server.sandboxUrl, other.orderId)).transactions).toEqual([]);
  });

  it("exists once per order: if stored again, the first one stays", async () => {
    const order = await place();
    await store(order, cards.mastercard);
    expect((await store(order, cards.approved)).body).toMatchObject({ cardType: "MC", lastFour: "1004" });
  });

  it("stays if the answer was lost", async () => {
    const order = await place();
    await armFault(server.sandboxUrl, { at: "profiles", kind: "drop", moment: "after" });
    expect((await store(order)).body).toMatchObject({ success: true, lastFour: "1234" });
  });

  it("is refused, and not used to pay, if the gateway rejects it", async () => {
    const order = await place();
    const { instanceId, orderId } = order;
    const body = { instanceId, orderId, token: "token-that-nobody-made" };
    const refused = await createBuyer(server).call("POST", "/api/bambora/tokenize", body);
    expect(refused).toMatchObject({ status: 402, body: { reason: "card-details-expired" } });
    const told = () =>
      server
        .output()
        .split("\n")
        .filter((line) => line.includes("/api/bambora/tokenize"));
    await expect.poll(() => told().at(-1)).toMatch(/"level":"warn".*"status":402,"reason":"card-details-expired"/);
    expect(server.output()).not.toContain(orderId);
    expect((await pay(order, orderId)).status).toBe(503);
    expect((await createBuyer(server).pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
  });
});
