import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { adminCall, cards, createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

let server: Server;

beforeAll(async () => {
  server = await shareServer();
});

afterAll(() => server.stop());

async function openDraw(overrides: Parameters<typeof drawWith>[0] = {}): Promise<string> {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  return draw.id;
}

function secret(body: unknown): boolean {
  return /passcode|apiKeys|at .*\.(ts|js):\d+/.test(JSON.stringify(body));
}

describe("an order", () => {
  it("is placed, paid with a second card after a decline, and read again, with one capture", async () => {
    const buyer = createBuyer(server);
    const placed = await buyer.placeOrder({ instanceId: await openDraw() });
    const { order } = placed.body;
    const declined = await buyer.pay(order, await tokenFor(server.sandboxUrl, cards.declined));
    expect(declined).toMatchObject({ status: 402, body: { reason: "declined", statusCode: 402 } });
    const paid = await buyer.pay(order, await tokenFor(server.sandboxUrl));
    expect(paid).toMatchObject({
      status: 200,
      body: { success: true, transaction: { order_number: `${order.orderId}02` }, order: { status: "finalized" } },
    });
    const { transactions } = await ledger(server.sandboxUrl, `${order.orderId}02`);
    expect(paid.body.transaction?.id).toBe(String(transactions.find(({ approved }) => approved)?.id));
    const { totals } = await ledger(server.sandboxUrl, `${order.orderId}02`);
    expect(totals.capturedCents).toBe(500);
    expect((await buyer.readOrder(order)).body.order.numbers).toEqual([
      { poolId: "main", first: 1, last: 3, void: false },
    ]);
  });

  it("is returned again for the same key and body, and refused for another body", async () => {
    const buyer = createBuyer(server);
    const instanceId = await openDraw();
    const idempotencyKey = randomUUID();
    const first = await buyer.placeOrder({ instanceId, idempotencyKey });
    const second = await buyer.placeOrder({ instanceId, idempotencyKey });
    const other = await buyer.placeOrder({ instanceId, idempotencyKey, body: { locale: "fr" } });
    expect(second.body.order).toEqual(first.body.order);
    expect(other).toMatchObject({ status: 422, body: { reason: "idempotency-key-reused" } });
  });

  it("is extended and cancelled; a cancelled one can't be paid", async () => {
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: await openDraw() })).body;
    const path = `/api/orders/${order.instanceId}/${order.orderId}`;
    const extended = await buyer.call<{ order: typeof order }>("POST", `${path}/extend`);
    expect(extended.body.order.extensionsLeft).toBe(order.extensionsLeft - 1);
    const cancelled = await buyer.call<{ order: typeof order }>("POST", `${path}/cancel`);
    expect(cancelled.body.order.status).toBe("cancelled");
    const paid = await buyer.pay(order, await tokenFor(server.sandboxUrl));
    expect(paid).toMatchObject({ status: 409, body: { reason: "order-cancelled" } });
  });

  it("isn't shown to anyone who doesn't know its id", async () => {
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: await openDraw() })).body;
    const elsewhere = await buyer.readOrder({ instanceId: "another-draw", orderId: order.orderId });
    const guessed = await buyer.readOrder({ instanceId: order.instanceId, orderId: order.orderCode });
    expect([elsewhere.status, guessed.status]).toEqual([404, 404]);
  });

  it("shows its buyer's address masked and isn't cached", async () => {
    const buyer = createBuyer(server);
    const placed = await buyer.placeOrder({ instanceId: await openDraw() });
    expect(JSON.stringify(placed.body)).not.toContain("rosalie@example.test");
    expect(placed.body.order.buyer?.maskedEmail).toBe("r•••@example.test");
    expect(placed.headers.get("cache-control")).toContain("no-store");
    expect(placed.headers.get("x-request-id")).toBeTruthy();
  });
});

describe("a payment whose answer is lost after the capture", () => {
  it("is unknown: no second card is charged, nothing is released, nothing is cancelled", async () => {
    const buyer = createBuyer(server);
    const instanceId = await openDraw({ maxTickets: 3 });
    const { order } = (await buyer.placeOrder({ instanceId })).body;
    const match = { orderNumber: order.orderId };
    // The report is also down, so that no lookup settles the payment during the test.
    const faults = [
      { at: "payments", kind: "drop", moment: "after" },
      { at: "reports", kind: "status", times: 1000 },
    ];
    for (const fault of faults) {
      await fetch(`${server.sandboxUrl}/sandbox/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...fault, match }),
      });
    }
    const lost = await buyer.pay(order, await tokenFor(server.sandboxUrl));
    expect(lost).toMatchObject({
      status: 202,
      body: { success: false, reason: "payment-unknown", order: { status: "unknown" } },
    });
    const again = await buyer.pay(order, await tokenFor(server.sandboxUrl));
    expect(again).toMatchObject({ status: 202, body: { reason: "payment-unknown" } });
    const cancelled = await buyer.call("POST", `/api/orders/${instanceId}/${order.orderId}/cancel`);
    expect(cancelled).toMatchObject({ status: 409, body: { reason: "order-being-paid" } });
    expect((await buyer.placeOrder({ instanceId })).body.reason).toBe("all-held");
    expect((await ledger(server.sandboxUrl, order.orderId)).totals.capturedCents).toBe(500);
    expect((await ledger(server.sandboxUrl, `${order.orderId}02`)).transactions).toEqual([]);
  });
});

describe("bad input", () => {
  const line = { poolId: "main", packageId: "three", quantity: 1 };
  it.each([
    ["a negative quantity", { lines: [{ ...line, quantity: -1 }] }, "lines.0.quantity"],
    ["a fraction", { lines: [{ ...line, quantity: 1.5 }] }, "lines.0.quantity"],
    ["a huge quantity", { lines: [{ ...line, quantity: 1e9 }] }, "lines.0.quantity"],
    ["a client's price", { lines: [{ ...line, price: 0.01 }] }, "lines.0.price"],
    ["a foreign package", { lines: [{ ...line, packageId: "none" }] }, "lines.0.packageId"],
    ["a foreign pool", { lines: [{ ...line, poolId: "none" }] }, "lines.0.poolId"],
    [
      "an attestation that is missing",
      { attestations: { age: true, location: true, rules: false } },
      "attestations.rules",
    ],
    ["a malformed address", { buyer: { name: "A B", email: "nonsense", province: "ON" } }, "buyer.email"],
    ["an empty basket", { lines: [] }, "lines"],
  ])("%s is refused, naming the field", async (_name, body, field) => {
    const instanceId = await openDraw();
    const answer = await createBuyer(server).placeOrder({ instanceId, body });
    expect(answer).toMatchObject({ status: 422, body: { reason: "invalid-input" } });
    expect(answer.body.fields?.map((problem) => problem.field)).toContain(field);
    expect(secret(answer.body)).toBe(false);
  });

  it.each([
    ["a NUL in a text", '{"instanceId":"a\\u0000"}', { "content-type": "application/json" }, 400, "malformed-json"],
    ["broken JSON", "{", { "content-type": "application/json" }, 400, "malformed-json"],
    ["a form", "a=b", { "content-type": "application/x-www-form-urlencoded" }, 415, "content-type-unsupported"],
    ["too large a body", `"${"x".repeat(70_000)}"`, { "content-type": "application/json" }, 413, "body-too-large"],
    [
      "a foreign origin",
      "{}",
      { "content-type": "application/json", origin: "https://evil.example" },
      403,
      "foreign-origin",
    ],
    ["a null origin", "{}", { "content-type": "application/json", origin: "null" }, 403, "foreign-origin"],
    [
      "a foreign page",
      "{}",
      { "content-type": "application/json", "sec-fetch-site": "cross-site" },
      403,
      "foreign-origin",
    ],
  ])("%s is refused", async (_name, body, headers: Record<string, string>, status, reason) => {
    const sent = { ...headers, "idempotency-key": randomUUID() };
    const response = await fetch(`${server.url}/api/orders`, { method: "POST", headers: sent, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ reason, statusCode: status });
  });

  it("needs an idempotency key", async () => {
    const answer = await createBuyer(server).call("POST", "/api/orders", {});
    expect(answer).toMatchObject({ status: 400, body: { reason: "idempotency-key-required" } });
  });

  it("with another amount than the order's is refused before the gateway is called", async () => {
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: await openDraw() })).body;
    const cheaper = await buyer.pay({ ...order, amount: 0.01 }, await tokenFor(server.sandboxUrl));
    expect(cheaper).toMatchObject({ status: 409, body: { reason: "amount-mismatch" } });
    expect((await ledger(server.sandboxUrl, order.orderId)).transactions).toEqual([]);
  });
});

describe("the draw calls", () => {
  it("show the public projection and nothing secret", async () => {
    const id = await openDraw({ userIDs: ["user-1"] });
    const answer = await createBuyer(server).call<{ id: string; salesOpen: boolean }>("POST", "/api/getInstance", {
      instanceId: id,
    });
    expect(answer.body).toMatchObject({ id, salesOpen: true });
    expect(secret(answer.body)).toBe(false);
    expect(JSON.stringify(answer.body)).not.toContain("user-1");
  });

  it("return the live state with an ETag that changes with a sale", async () => {
    const id = await openDraw();
    const path = `${server.url}/api/draws/${id}/live`;
    const first = await fetch(path);
    expect(await first.json()).toMatchObject({ sold: 0, pot: 0, prize: 0, left: null, salesOpen: true });
    const tag = first.headers.get("etag") ?? "";
    expect((await fetch(path, { headers: { "if-none-match": tag } })).status).toBe(304);
    const buyer = createBuyer(server);
    const { order } = (await buyer.placeOrder({ instanceId: id })).body;
    await buyer.pay(order, await tokenFor(server.sandboxUrl));
    const ask = () => fetch(path, { headers: { "if-none-match": tag } });
    await expect.poll(async () => (await ask()).status, { timeout: 60_000, interval: 50 }).toBe(200);
    expect(await (await ask()).json()).toMatchObject({
      sold: 3,
      pot: 5,
      prize: 2.5,
      recent: [{ name: "Rosalie T.", tickets: 3 }],
    });
  });

  it("refuse callers without a key, and unknown draws", async () => {
    const strange = { ...server, adminKey: "wrong" };
    expect((await adminCall(strange, "GET", "/api/admin/draws")).status).toBe(401);
    expect((await adminCall(strange, "POST", "/api/admin/draws", drawWith())).status).toBe(401);
    expect((await adminCall(server, "POST", "/api/admin/draws/none/close")).status).toBe(404);
    expect((await createBuyer(server).call("POST", "/api/getInstance", { instanceId: "none" })).status).toBe(404);
  });

  it("lock the settings of a draw that has sold", async () => {
    const draw = drawWith();
    await importDraw(server, draw);
    await createBuyer(server).placeOrder({ instanceId: draw.id });
    const dearer = { ...draw, ticketPriceInfo: [{ id: "three", tickets: 3, price: 6 }] };
    expect(await adminCall(server, "POST", "/api/admin/draws", dearer)).toMatchObject({
      status: 409,
      body: { reason: "draw-locked", fields: [{ field: "ticketPriceInfo", problem: "locked" }] },
    });
    const moved = { ...draw, apiKeys: { bambora: { merchantId: "300200999", passcode: "of-another-account" } } };
    expect(await adminCall(server, "POST", "/api/admin/draws", moved)).toMatchObject({
      status: 409,
      body: { reason: "draw-locked", fields: [{ field: "apiKeys.bambora.merchantId", problem: "locked" }] },
    });
    const renewed = { ...draw, apiKeys: { bambora: { ...draw.apiKeys?.bambora, passcode: "a-renewed-passcode" } } };
    expect((await adminCall(server, "POST", "/api/admin/draws", renewed)).status).toBe(200);
  });

  it("close and reopen a draw", async () => {
    const id = await openDraw();
    await adminCall(server, "POST", `/api/admin/draws/${id}/close`);
    expect((await createBuyer(server).placeOrder({ instanceId: id })).body.reason).toBe("draw-closed");
    await adminCall(server, "POST", `/api/admin/draws/${id}/open`);
    expect((await createBuyer(server).placeOrder({ instanceId: id })).status).toBe(201);
  });
});
