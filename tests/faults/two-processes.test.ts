import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import type { GatewayProxy } from "@/tests/support/sandbox/gateway-proxy";
import { startGatewayProxy } from "@/tests/support/sandbox/gateway-proxy";
import { armFault } from "@/tests/support/sandbox/sandbox-control";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import {
  expectClean,
  expectOneCapture,
  openFaultStage,
  orderFrom,
  waitUntilKnown,
} from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

const lost = 8;

/** Shifts the clock of one process. Orders use the database's clock. */
function wrongClock(hours: number): Record<string, string> {
  const source = `const shift = ${hours} * 3600000, RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...given) { if (given.length) super(...given); else super(RealDate.now() + shift); }
      static now() { return RealDate.now() + shift; }
      // Next copies own properties of Date, not inherited ones.
      static parse = RealDate.parse;
      static UTC = RealDate.UTC;
    };`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(source)}` };
}

describe.runIf(onPostgres)("two processes on one PostgreSQL, one an hour ahead, the other an hour behind", () => {
  let stage: FaultStage;
  let gateway: GatewayProxy;
  let servers: Server[];
  const draw = drawWith();

  beforeAll(async () => {
    stage = await openFaultStage();
    gateway = await startGatewayProxy(stage.sandbox.url);
    const way = { BAMBORA_API_URL: gateway.url };
    servers = [await stage.start({ ...way, ...wrongClock(1) }), await stage.start({ ...way, ...wrongClock(-1) })];
    await importDraw(servers[0] as Server, draw);
  });

  afterAll(async () => {
    await stage?.close();
    await gateway?.close();
  });

  it("hold an order for fifteen minutes by the database's clock, whichever process takes it", async () => {
    for (const server of servers) {
      const { order } = await orderFrom(server, draw.id);
      const leftMs = Date.parse(order.expiresAt ?? "") - Date.now();
      expect(leftMs).toBeGreaterThan(13 * 60_000);
      expect(leftMs).toBeLessThan(16 * 60_000);
    }
  });

  it("close a draw when the database says so", async () => {
    const ended = drawWith({ endDate: new Date(Date.now() - 60_000).toISOString() });
    const open = drawWith({ endDate: new Date(Date.now() + 60_000).toISOString() });
    for (const known of [ended, open]) await importDraw(servers[0] as Server, known);
    for (const server of servers) {
      expect((await createBuyer(server).placeOrder({ instanceId: ended.id })).body.reason).toBe("draw-closed");
      expect((await createBuyer(server).placeOrder({ instanceId: open.id })).status).toBe(201);
    }
  });

  it("look up each lost answer once at a time, and each one gets numbers once", async () => {
    const payments = Array.from({ length: lost }, async (_none, index): Promise<OrderView> => {
      const { buyer, order } = await orderFrom(servers[index % 2] as Server, draw.id);
      const match = { orderNumber: order.orderId };
      await armFault(stage.sandbox.url, { at: "payments", kind: "drop", moment: "after", match });
      const answer = await buyer.pay(order, await tokenFor(stage.sandbox.url));
      expect(answer.body.reason).toBe("payment-unknown");
      return order;
    });
    const orders = await Promise.all(payments);
    for (const order of orders) {
      expect((await waitUntilKnown(servers[0] as Server, order)).status).toBe("finalized");
      await expectOneCapture(stage.sandbox.url, order);
      // A reading may take several pages, so only first pages count.
      const looks = gateway.calls().filter(({ number, firstRow }) => number === order.orderId && firstRow === 1);
      expect(looks).toHaveLength(1);
    }
    expect((await expectClean(servers[1] as Server)).totals.tickets).toBe(lost * 3);
  });
});
