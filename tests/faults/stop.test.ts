import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { tokenFor } from "@/tests/support/calls/buyer";
import { armFault, listCaptures, pendingFaults } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { expectPaidOnce, openFaultStage, reserveOrder } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

let stage: FaultStage;
let server: Server;

beforeEach(async () => {
  stage = await openFaultStage();
  server = await stage.start();
});

afterEach(() => stage.close());

/** The server must end by itself, within a limit. */
describe("SIGTERM while the gateway hangs", () => {
  it("after the capture: the buyer gets payment-unknown, and numbers come after the restart", async () => {
    const { buyer, order } = await reserveOrder(server);
    await armFault(stage.sandbox.url, { at: "payments", kind: "hang", moment: "after" });
    const paying = buyer.pay(order, await tokenFor(stage.sandbox.url));
    await expect.poll(() => listCaptures(stage.sandbox.url, order.orderId), { timeout: 20_000 }).toHaveLength(1);
    expect(await server.terminate()).toBe(0);
    const refusal = { success: false, reason: "payment-unknown", order: { status: "unknown" } };
    expect(await paying).toMatchObject({ status: 202, body: refusal });
    await expectPaidOnce(await stage.start(), stage.sandbox.url, order);
  });

  it("during a lookup: the payment is looked up again after the restart", async () => {
    const { buyer, order } = await reserveOrder(server);
    await armFault(stage.sandbox.url, { at: "payments", kind: "drop", moment: "after" });
    await armFault(stage.sandbox.url, { at: "reports", kind: "hang", moment: "before" });
    const answer = await buyer.pay(order, await tokenFor(stage.sandbox.url));
    expect(answer.body).toMatchObject({ success: false, reason: "payment-unknown" });
    await expect.poll(() => pendingFaults(stage.sandbox.url), { timeout: 20_000 }).toBe(0);
    expect(await server.terminate()).toBe(0);
    await expectPaidOnce(await stage.start(), stage.sandbox.url, order);
  });
});

it("SIGTERM with a grace period: reports 503 to the load balancer while it still sells, then closes", async () => {
  await server.terminate();
  server = await stage.start({ STOP_GRACE_SECONDS: "10" });
  const { buyer, order } = await reserveOrder(server);
  const token = await tokenFor(stage.sandbox.url);
  const ready = async () => (await fetch(`${server.url}/api/ready`)).status;
  expect(await ready()).toBe(200);
  server.signal("SIGTERM");
  await expect.poll(ready, { timeout: 9000 }).toBe(503);
  expect(await buyer.pay(order, token)).toMatchObject({ status: 200, body: { success: true } });
  expect(await server.ended()).toBe(0);
});
