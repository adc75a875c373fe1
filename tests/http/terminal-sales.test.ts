import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { TerminalOrder } from "@/lib/terminal/orders/rules";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { RegisteredDevice } from "@/tests/support/calls/device";
import { registerDevice } from "@/tests/support/calls/device";
import { orderBody } from "@/tests/support/calls/route-bodies";
import { actAt as act, placeAt as place } from "@/tests/support/calls/terminal-calls";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { listCaptures } from "@/tests/support/sandbox/sandbox-control";
import { runInvariants } from "@/tests/support/servers/commands";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;
let gate: RegisteredDevice;
let other: RegisteredDevice;

beforeAll(async () => {
  server = await startServer();
  gate = await registerDevice(server, { parentId: "test-parent" });
  other = await registerDevice(server, { parentId: "other-parent" });
});
afterAll(() => server.stop());

async function openDraw(overrides: Partial<DrawInput> = {}): Promise<string> {
  const draw = drawWith({ terminal: { allowAnonymousCash: true, allowRefund: true }, ...overrides });
  await importDraw(server, draw);
  return draw.id ?? "";
}

async function sell(instanceId: string): Promise<TerminalOrder> {
  const placed = await place(gate, instanceId);
  return (await act(gate, placed.body.order, "cash", { given: 20 })).body.order;
}

describe("an order of a terminal", () => {
  it("is placed with a device's credential, in a draw of its parent", async () => {
    const draw = await openDraw();
    const key = randomUUID();
    const placed = await place(gate, draw, {}, key);
    expect([placed.status, placed.body.order.status, placed.body.order.buyer]).toEqual([201, "reserved", null]);
    expect((await place(gate, draw, {}, key)).body.order.orderId).toBe(placed.body.order.orderId);
    const foreign = await place(other, draw);
    expect([foreign.status, foreign.body.reason]).toEqual([404, "draw-not-found"]);
    const body = orderBody(draw, { atTerminal: true });
    const nobody = await createBuyer(server).call<{ reason: string }>("POST", "/api/orders", body, {
      "idempotency-key": randomUUID(),
    });
    expect([nobody.status, nobody.body.reason]).toEqual([401, "device-required"]);
  });

  it("that doesn't say so belongs to the web, whatever cookies come with it", async () => {
    const draw = await openDraw({ maxTickets: 1000 });
    const answers = [];
    for (let at = 0; at < 6; at += 1) {
      answers.push(await place(gate, draw, { atTerminal: undefined, buyer: orderBody(draw).buyer }));
    }
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(answers.length);
    const [first] = answers;
    if (!first) throw new Error("nothing was placed");
    const paid = await act(gate, first.body.order, "cash");
    expect(paid.body.order.seller).toMatchObject({ channel: "web", device: null, isOwn: false });
  });
});

describe("cash", () => {
  it("sells in one call, and the same call again reports the same sale", async () => {
    const draw = await openDraw();
    const placed = await place(gate, draw);
    const paid = await act(gate, placed.body.order, "cash", { given: 20 });
    expect(paid.status).toBe(200);
    expect(paid.body.order).toMatchObject({
      status: "finalized",
      numbers: [{ poolId: "main", first: 1, last: 3, void: false }],
      seller: { channel: "device", isOwn: true, operator: "Rosalie" },
      attempts: [{ method: "cash", state: "approved", amount: 5 }],
      nextStep: "none",
    });
    const again = await act(gate, placed.body.order, "cash", { given: 20 });
    expect([again.status, again.body.order.numbers]).toEqual([200, paid.body.order.numbers]);
  });

  it("and a phone's payment at once: only one succeeds", async () => {
    const draw = await openDraw();
    for (let round = 0; round < 5; round += 1) {
      const { order } = (await place(gate, draw, { buyer: orderBody(draw).buyer })).body;
      const token = await tokenFor(server.sandboxUrl);
      await Promise.all([createBuyer(server).pay(order, token), act(gate, order, "cash")]);
      const { attempts } = (await act(gate, order, "reprint")).body.order;
      const captures = await listCaptures(server.sandboxUrl, order.orderId);
      const cash = attempts.filter(({ method }) => method === "cash");
      expect(captures.length + cash.length).toBe(1);
    }
  });

  it("from two tablets for the last tickets: never one too many", async () => {
    const draw = await openDraw({ maxTickets: 15 });
    const second = await registerDevice(server, { parentId: "test-parent", operator: "Sam" });
    const sales = Array.from({ length: 10 }, async (_none, at) => {
      const device = at % 2 ? gate : second;
      const placed = await place(device, draw);
      return placed.status === 201 ? (await act(device, placed.body.order, "cash")).body.order.numbers : [];
    });
    const numbers = (await Promise.all(sales)).flat().map(({ first }) => first);
    expect(numbers.sort((left, right) => left - right)).toEqual([1, 4, 7, 10, 13]);
  });

  it("is refused if it is too little, or has no amount", async () => {
    const draw = await openDraw();
    const { order } = (await place(gate, draw)).body;
    const little = await act(gate, order, "cash", { given: 4.99 });
    expect([little.status, little.body.reason]).toEqual([422, "cash-too-little"]);
    for (const body of [{ given: "20" }, { given: 20.001 }, { given: -1 }, { tip: 1 }]) {
      expect((await act(gate, order, "cash", body)).status).toBe(422);
    }
  });
});

describe("an operator's actions on an order", () => {
  it("print one original, for the page that asks first, however often its answer is lost", async () => {
    const order = await sell(await openDraw());
    const path = `/api/terminal/orders/${order.instanceId}/${order.orderId}/reprint`;
    const claim = async (key: string) => {
      const answer = await gate.call<{ copy: number }>("POST", path, {}, { "idempotency-key": key });
      return answer.body.copy;
    };
    const [page, other] = [randomUUID(), randomUUID()];
    const copies = await Promise.all([page, other, page, other].map(claim));
    expect(copies.filter((copy) => copy === 0)).toHaveLength(2);
    expect(copies.filter((copy) => copy === 1)).toHaveLength(2);
    expect([await claim(page), await claim(other)].sort()).toEqual([0, 1]);
    expect((await gate.call("POST", path, {}, { "idempotency-key": "short" })).status).toBe(400);
  });

  it("cancel, check, reprint, resend and refund return the resulting order", async () => {
    const draw = await openDraw();
    const cancelled = await act(gate, (await place(gate, draw)).body.order, "cancel");
    expect([cancelled.status, cancelled.body.order.status]).toEqual([200, "cancelled"]);
    const sold = await sell(draw);
    const checked = await act(gate, sold, "check");
    expect([checked.status, checked.body.reason]).toEqual([409, "payment-not-open"]);
    expect((await act(gate, sold, "reprint")).body.order.reprints).toBe(1);
    const resent = await act(gate, sold, "resend");
    expect([resent.status, resent.body.reason]).toEqual([409, "receipt-unavailable"]);
    const refunded = await act(gate, sold, "refund");
    expect([refunded.status, refunded.body.order.status]).toEqual([200, "refunded"]);
    const kept = await sell(await openDraw({ terminal: { allowAnonymousCash: true, allowRefund: false } }));
    const refused = await act(gate, kept, "refund");
    expect([refused.status, refused.body.reason]).toEqual([403, "refund-not-allowed"]);
  });

  it.each(["cash", "cancel", "check", "extend", "reprint", "resend", "refund"])(
    "%s on a foreign parent's order is answered as for no order; without a credential it does nothing",
    async (action) => {
      const { order } = (await place(gate, await openDraw())).body;
      const foreign = await act(other, order, action);
      expect([foreign.status, foreign.body.reason]).toEqual([404, "order-not-found"]);
      const unknown = await act(gate, { ...order, orderId: "0".repeat(26) }, action);
      expect([unknown.status, unknown.body.reason]).toEqual([404, "order-not-found"]);
      const path = `/api/terminal/orders/${order.instanceId}/${order.orderId}/${action}`;
      const nobody = await createBuyer(server).call<{ reason: string }>("POST", path, {});
      expect([nobody.status, nobody.body.reason]).toEqual([401, "device-required"]);
    },
  );

  it("leave the invariants clean", async () => {
    const { code, lines } = await runInvariants(server);
    expect([code, lines[0]]).toEqual([0, expect.stringMatching(/ checks passed at /)]);
  });
});
