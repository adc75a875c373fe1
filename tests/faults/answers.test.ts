import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { cards, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { GatewayProxy, RepeatMoment } from "@/tests/support/sandbox/gateway-proxy";
import { startGatewayProxy } from "@/tests/support/sandbox/gateway-proxy";
import type { FaultInput } from "@/tests/support/sandbox/sandbox-control";
import { armFault, pendingFaults, setBankTime } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import {
  expectClean,
  expectOneCapture,
  openFaultStage,
  orderFrom,
  waitUntilKnown,
} from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

let stage: FaultStage;
let gateway: GatewayProxy;
let server: Server;
const draw: DrawInput = drawWith();

beforeAll(async () => {
  stage = await openFaultStage();
  gateway = await startGatewayProxy(stage.sandbox.url);
  server = await stage.start({ BAMBORA_API_URL: gateway.url });
  await importDraw(server, draw);
});

afterAll(async () => {
  await stage?.close();
  await gateway?.close();
});

async function payThrough(fault: FaultInput) {
  const { buyer, order } = await orderFrom(server, draw.id);
  const token = await tokenFor(stage.sandbox.url);
  const match = { orderNumber: order.orderId };
  await armFault(stage.sandbox.url, { ...fault, match });
  const first = await buyer.pay(order, token);
  const settled = await waitUntilKnown(server, order);
  return { order, known: settled, first, again: await buyer.pay(order, token) };
}

describe("an answer of the gateway after the capture", () => {
  it.each<[string, FaultInput]>([
    ["lost with its connection", { at: "payments", kind: "drop", moment: "after" }],
    ["that is a server's failure", { at: "payments", kind: "status", moment: "after", status: 502 }],
    ["that nobody can read", { at: "payments", kind: "garbage", moment: "after" }],
    ["later than the twenty seconds that it has", { at: "payments", kind: "delay", moment: "after", delayMs: 22_000 }],
  ])("%s: pending for the buyer, then numbers automatically, one capture", async (_name, fault) => {
    const { order, known, first, again } = await payThrough(fault);
    expect(first).toMatchObject({ status: 202, body: { success: false, reason: "payment-unknown" } });
    expect(known.status).toBe("finalized");
    expect(again).toMatchObject({ status: 200, body: { success: true } });
    await expectOneCapture(stage.sandbox.url, order);
  });
});

describe("a payment that the network delivers to the gateway twice", () => {
  // The first lookup, after eight seconds, finds nothing yet.
  it.each<[string, RepeatMoment, number]>([
    ["once the first was answered", "answered", 0],
    ["while the bank thinks about the first", "under-way", 8000],
  ])(
    "%s: the token is reported as spent, numbers come automatically, one capture",
    async (_name, moment, bankTimeMs) => {
      await setBankTime(stage.sandbox.url, bankTimeMs);
      const { buyer, order } = await orderFrom(server, draw.id);
      gateway.repeatPayment(moment);
      const refused = await buyer.pay(order, await tokenFor(stage.sandbox.url, cards.slowApproved));
      expect(refused).toMatchObject({ status: 402, body: { reason: "card-details-expired" } });
      const status = async () => (await buyer.readOrder(order)).body.order.status;
      await expect.poll(status, { timeout: 60_000, interval: 250 }).toBe("finalized");
      await expectOneCapture(stage.sandbox.url, order);
    },
  );
});

describe("after all of it", () => {
  it("every fault was triggered, no order has another's numbers, and the invariants are clean", async () => {
    expect(await pendingFaults(stage.sandbox.url)).toBe(0);
    const { totals } = await expectClean(server);
    expect(totals).toMatchObject({ orders: 6, tickets: 18, capturedCents: 3000, finalizedCents: 3000 });
    expect((await createBuyer(server).call("GET", "/api/ready")).status).toBe(200);
  });
});
