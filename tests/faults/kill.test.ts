import { randomUUID } from "node:crypto";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { ageData } from "@/tests/support/databases/age-data";
import type { StatementPoint } from "@/tests/support/databases/database-proxy";
import { editData } from "@/tests/support/databases/edit-data";
import type { StatementTrap } from "@/tests/support/databases/statement-trap";
import { startStatementTrap } from "@/tests/support/databases/statement-trap";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import type { GatewayProxy } from "@/tests/support/sandbox/gateway-proxy";
import { startGatewayProxy } from "@/tests/support/sandbox/gateway-proxy";
import { armFault, listCaptures, pendingFaults } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import {
  expectClean,
  expectPaidOnce,
  openFaultStage,
  orderFrom,
  reserveOrder,
  waitUntilKnown,
} from "@/tests/support/servers/fault-stage";

let stage: FaultStage;
let trap: StatementTrap;
let gateway: GatewayProxy;

beforeEach(async () => {
  stage = await openFaultStage();
  trap = await startStatementTrap(stage.databaseUrl);
  gateway = await startGatewayProxy(stage.sandbox.url);
});

afterEach(async () => {
  await stage.close();
  await trap.close();
  await gateway.close();
});

/** Kills a server during a payment held at `reach`, rolls back what is `lost`, and lets the deadline pass. */
async function killWhilePaying(
  reach: () => Promise<{ held: Promise<unknown> }>,
  { minutes = 1, lost = [] }: { minutes?: number; lost?: string[] } = {},
) {
  const server = await stage.start(trap.env);
  const { buyer, order } = await reserveOrder(server);
  const token = await tokenFor(stage.sandbox.url);
  const { held } = await reach();
  const answer = buyer.pay(order, token).catch(() => "no answer");
  await held;
  await server.kill();
  expect(await answer).toBe("no answer");
  if (lost.length > 0) await editData(stage.dataDir, lost);
  await ageData(stage.dataDir, minutes);
  return { order, token, restarted: await stage.start({ BAMBORA_API_URL: gateway.url }) };
}

async function holdCharge(): Promise<{ held: Promise<unknown> }> {
  return { held: expect.poll(() => pendingFaults(stage.sandbox.url), { timeout: 20_000 }).toBe(0) };
}

const finalizeStatement = { text: "insert into number_ranges" };

describe("kill -9 while an order is paid", () => {
  it("after the capture, before its answer: the gateway is asked, numbers come, and a repeat with the same token gets them", async () => {
    await armFault(stage.sandbox.url, { at: "payments", kind: "hang", moment: "after" });
    const { order, token, restarted } = await killWhilePaying(holdCharge);
    await expectPaidOnce(restarted, stage.sandbox.url, order);
    const again = await createBuyer(restarted).pay(order, token);
    expect(again).toMatchObject({ status: 200, body: { success: true, order: { status: "finalized" } } });
    await expectPaidOnce(restarted, stage.sandbox.url, order);
  });

  it.runIf(isFullRun)(
    "would be forgotten if the attempt weren't written first: only the invariants report it",
    async () => {
      await armFault(stage.sandbox.url, { at: "payments", kind: "hang", moment: "after" });
      const { order, restarted } = await killWhilePaying(holdCharge, {
        lost: ["delete from payment_attempts", "update orders set status = 'reserved'"],
      });
      const report = await adminCall<InvariantReport>(restarted, "GET", "/api/admin/invariants");
      expect(report.body.violations.map(({ check }) => check)).toContain("capture-unknown");
      expect((await createBuyer(restarted).readOrder(order)).body.order.status).not.toBe("finalized");
    },
  );

  it.each<[string, StatementPoint]>([
    ["before the statement of its numbers", { ...finalizeStatement, side: "request" }],
    ["after that statement, before the buyer is answered", { ...finalizeStatement, side: "answer" }],
  ])("%s: one capture, one set of numbers", async (_name, point) => {
    const { order, token, restarted } = await killWhilePaying(() => trap.holdAt(point));
    expect(await listCaptures(stage.sandbox.url, order.orderId)).toHaveLength(1);
    await expectPaidOnce(restarted, stage.sandbox.url, order);
    expect(await createBuyer(restarted).pay(order, token)).toMatchObject({ status: 200, body: { success: true } });
    await expectPaidOnce(restarted, stage.sandbox.url, order);
  });
});

describe("kill -9 before the gateway hears of a payment", () => {
  it("releases the order after fifteen minutes and two lookups that found nothing, and charges nobody", async () => {
    await armFault(stage.sandbox.url, { at: "payments", kind: "hang", moment: "before" });
    const { order, restarted } = await killWhilePaying(holdCharge, { minutes: 16 });
    const firstLookup = async () => (await createBuyer(restarted).readOrder(order)).body.order.status;
    await expect.poll(firstLookup, { timeout: 20_000 }).toBe("unknown");
    // After a first lookup without a result, the order stays held.
    const looks = () =>
      gateway.calls().filter(({ number, firstRow }) => number === order.orderId && firstRow === 1).length;
    await expect.poll(looks, { timeout: 20_000 }).toBe(1);
    expect(await restarted.terminate()).toBe(0);
    await ageData(stage.dataDir, 2);
    const last = await stage.start();
    expect(await waitUntilKnown(last, order)).toMatchObject({ status: "expired", numbers: [] });
    expect(await listCaptures(stage.sandbox.url, order.orderId)).toEqual([]);
    await expectClean(last);
    const { buyer, order: next } = await orderFrom(last, order.instanceId);
    expect((await buyer.pay(next, await tokenFor(stage.sandbox.url))).status).toBe(200);
    await expectPaidOnce(last, stage.sandbox.url, next);
  });
});

describe("kill -9 while an order is placed", () => {
  it.each(["request", "answer"] as const)(
    "with the %s of its statement lost: the same key gets a single order",
    async (side) => {
      const server = await stage.start(trap.env);
      const draw = drawWith({ maxTickets: 3 });
      await importDraw(server, draw);
      const { held } = await trap.holdAt({ text: "insert into orders", side });
      const basket = { instanceId: draw.id, idempotencyKey: randomUUID() };
      const answer = createBuyer(server)
        .placeOrder(basket)
        .catch(() => "no answer");
      await held;
      await server.kill();
      expect(await answer).toBe("no answer");
      const restarted = await stage.start();
      const buyer = createBuyer(restarted);
      const placed = await buyer.placeOrder(basket);
      expect(placed.status).toBe(201);
      // The draw has room for one order, so a second would be refused or break the invariants.
      expect((await buyer.placeOrder(basket)).body.order.orderId).toBe(placed.body.order.orderId);
      expect((await expectClean(restarted)).totals.orders).toBe(1);
    },
  );
});
