import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { FaultedOutcome } from "@/tests/support/calls/faulted-crowd";
import { faultedPlans, runFaultedCrowd } from "@/tests/support/calls/faulted-crowd";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { GatewayProxy } from "@/tests/support/sandbox/gateway-proxy";
import { startGatewayProxy } from "@/tests/support/sandbox/gateway-proxy";
import { armFault, clearFaults, listCapturesByOrder, setBankTime } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import {
  expectClean,
  expectOneCapture,
  openFaultStage,
  orderFrom,
  waitUntilKnown,
} from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

const buyers = 40;

/** Another name of this machine counts as another host. */
function bankAt({ url }: GatewayProxy, host: "127.0.0.1" | "localhost"): Record<string, string> {
  const origin = `http://${host}:${new URL(url).port}`;
  return { BAMBORA_API_URL: origin, BAMBORA_SCRIPT_URL: `${origin}/customcheckout/1/customcheckout.js` };
}

describe("the bank moves to another host while buyers pay", () => {
  let stage: FaultStage;
  let before: GatewayProxy;
  let after: GatewayProxy;
  let server: Server;
  let outcomes: FaultedOutcome[];
  const draw: DrawInput = drawWith();

  /** Orders from before the move: one is paid, one was captured without an answer. */
  let paid: OrderView;
  let unanswered: OrderView;
  let unansweredToken: string;
  /** Issued by the old host and used after the move. */
  let earlierToken: string;
  let statusBeforeMove: string;

  beforeAll(async () => {
    stage = await openFaultStage();
    await setBankTime(stage.sandbox.url, 300);
    before = await startGatewayProxy(stage.sandbox.url);
    after = await startGatewayProxy(stage.sandbox.url);
    server = await stage.start(bankAt(before, "127.0.0.1"));
    await importDraw(server, draw);
    paid = await buyOne();
    unanswered = await buyUnanswered();
    earlierToken = await tokenFor(before.url);
    const market = { servers: [{ url: server.url }], sandboxUrl: stage.sandbox.url, instanceId: draw.id };
    outcomes = await runFaultedCrowd(market, faultedPlans(buyers), { atBuyer: buyers / 2, run: move });
  });

  afterAll(async () => {
    await stage?.close();
    await before?.close();
    await after?.close();
  });

  async function buyOne(): Promise<OrderView> {
    const { buyer, order } = await orderFrom(server, draw.id);
    expect((await buyer.pay(order, await tokenFor(before.url))).status).toBe(200);
    return order;
  }

  async function buyUnanswered(): Promise<OrderView> {
    const { buyer, order } = await orderFrom(server, draw.id);
    const match = { orderNumber: order.orderId };
    // The old host's report doesn't show the payment; only the new host's does.
    await armFault(stage.sandbox.url, { at: "payments", kind: "drop", moment: "after", match });
    await armFault(stage.sandbox.url, { at: "reports", kind: "drop", moment: "before", times: 1000 });
    unansweredToken = await tokenFor(before.url);
    expect((await buyer.pay(order, unansweredToken)).status).toBe(202);
    return order;
  }

  /** Closes the old host and its connections, then restarts the server with the new one. */
  async function move(): Promise<void> {
    await before.close();
    statusBeforeMove = (await createBuyer(server).readOrder(unanswered)).body.order.status;
    await clearFaults(stage.sandbox.url);
    expect(await server.terminate()).toBe(0);
    server = await stage.start(bankAt(after, "localhost"), server.port);
  }

  /** Retries until the bank is called: after an outage, one buyer at a time makes a trial (decision 044). */
  async function pressUntilPaid(order: OrderView, token: string): Promise<void> {
    const press = async () => (await createBuyer(server).pay(order, token)).status;
    await expect.poll(press, { timeout: 60_000, interval: 500 }).toBe(200);
  }

  it("finds a payment of before at the new host: one capture, and numbers for the same press", async () => {
    expect(statusBeforeMove).toBe("unknown");
    expect((await waitUntilKnown(server, unanswered)).status).toBe("finalized");
    await expectOneCapture(stage.sandbox.url, unanswered);
    expect(after.calls().some(({ number }) => number === unanswered.orderId)).toBe(true);
    const again = await createBuyer(server).pay(unanswered, unansweredToken);
    expect(again).toMatchObject({ status: 200, body: { success: true, order: { status: "finalized" } } });
    await expectOneCapture(stage.sandbox.url, unanswered);
  });

  it("takes a card that a page of before had typed at the old host", async () => {
    const { order } = await orderFrom(server, draw.id);
    await pressUntilPaid(order, earlierToken);
    await expectOneCapture(stage.sandbox.url, order);
  });

  it("gives money of before back at the new host, once", async () => {
    const path = `/api/admin/orders/${paid.instanceId}/${paid.orderId}/refund`;
    const answer = await adminCall<{ outcome: string }>(server, "POST", path, {});
    expect([answer.status, answer.body.outcome]).toEqual([200, "refunded"]);
    const [captures = []] = await listCapturesByOrder(stage.sandbox.url, [paid.orderId]);
    const gone = captures.map(({ returnedCents, voided }) => voided || returnedCents === Math.round(paid.amount * 100));
    expect(gone).toEqual([true]);
  });

  it("charges nobody of the crowd twice, loses nobody, and leaves the invariants clean", async () => {
    const orders = outcomes.map(({ orders: [order] }) => order as OrderView);
    const capturesByOrder = () =>
      listCapturesByOrder(
        stage.sandbox.url,
        orders.map(({ orderId }) => orderId),
      );
    const read = () =>
      Promise.all(orders.map(async (order) => (await createBuyer(server).readOrder(order)).body.order));
    const countOpen = async () => {
      const [views, captures] = [await read(), await capturesByOrder()];
      return views.filter(({ status }, at) => status !== "finalized" && captures[at]?.length !== 0).length;
    };
    await expect.poll(countOpen, { timeout: 120_000, interval: 1000 }).toBe(0);
    // Buyers who were refused still have their tickets, and pay again.
    const refused = (await read()).filter(({ status }) => status === "reserved");
    for (const order of refused) await pressUntilPaid(order, await tokenFor(after.url));
    const [views, captures] = [await read(), await capturesByOrder()];
    expect(captures.filter((some) => some.length > 1)).toEqual([]);
    const sold = views.filter(({ status }) => status === "finalized");
    expect(sold).toHaveLength(captures.flat().length);
    expect(sold.every(({ numbers }) => numbers.length === 1)).toBe(true);
    expect(sold.length).toBeGreaterThan(buyers * 0.8);
    await expectClean(server);
  }, 180_000);

  it("asked each host only while it was the bank's, and pages name the new one", async () => {
    for (const { calls } of [before, after]) {
      expect(calls().filter(({ path }) => path === "/v1/payments").length).toBeGreaterThan(buyers / 10);
    }
    const { headers } = await fetch(`${server.url}/${draw.id}`);
    const { BAMBORA_API_URL: origin, BAMBORA_SCRIPT_URL: script } = bankAt(after, "localhost");
    const policy = headers.get("content-security-policy");
    expect(policy).toContain(` ${script}`);
    expect(policy).toContain(`frame-src 'self' ${origin}`);
    expect(policy).not.toContain(bankAt(before, "127.0.0.1").BAMBORA_API_URL);
  });
});
