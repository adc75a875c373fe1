import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import type { Buyer } from "@/tests/support/calls/buyer";
import { cards, createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import { listCaptures, setBankTime } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

const parallel = 20;

type Outcome = { statuses: number[]; captures: number; capturedCents: number; order: OrderView };

async function reserve(server: Server, buyer: Buyer): Promise<OrderView> {
  const draw = drawWith();
  await importDraw(server, draw);
  const placed = await buyer.placeOrder({ instanceId: draw.id });
  expect(placed.status).toBe(201);
  return placed.body.order;
}

async function payInParallel(server: Server): Promise<Outcome> {
  const buyer = createBuyer(server);
  const order = await reserve(server, buyer);
  const tokens = await Promise.all(Array.from({ length: parallel }, () => tokenFor(server.sandboxUrl)));
  const answers = await Promise.all(tokens.map((token) => buyer.pay(order, token)));
  const numbers = Array.from({ length: parallel }, (_none, at) => (at === 0 ? "" : String(at + 1).padStart(2, "0")));
  const ledgers = await Promise.all(numbers.map((suffix) => ledger(server.sandboxUrl, order.orderId + suffix)));
  const read = await buyer.readOrder(order);
  return {
    statuses: answers.map((answer) => answer.status),
    captures: ledgers.flatMap((view) => view.transactions).filter((transaction) => transaction.approved).length,
    capturedCents: ledgers.reduce((sum, view) => sum + view.totals.capturedCents, 0),
    order: read.body.order,
  };
}

/** Ten clicks have different tokens, and are spread over time because order numbers contain the time. */
async function countCaptures(server: Server): Promise<number> {
  await setBankTime(server.sandboxUrl, 3000);
  const buyer = createBuyer(server);
  const order = await reserve(server, buyer);
  const click = async (_click: unknown, at: number) => {
    const token = await tokenFor(server.sandboxUrl, cards.slowApproved);
    await wait(at * 100);
    return buyer.pay(order, token);
  };
  await Promise.all(Array.from({ length: 10 }, click));
  return (await listCaptures(server.sandboxUrl, order.orderId)).length;
}

describe("twenty payments of one order at once", () => {
  let server: Server;
  beforeAll(async () => {
    server = await shareServer();
  });
  afterAll(() => server.stop());

  it("capture the money once and issue one set of numbers", async () => {
    const { statuses, captures, capturedCents, order } = await payInParallel(server);
    expect(captures).toBe(1);
    expect(capturedCents).toBe(Math.round(order.amount * 100));
    expect(statuses.every((status) => status === 200 || status === 202)).toBe(true);
    expect(statuses).toContain(200);
    expect(order).toMatchObject({ status: "finalized", numbers: [{ poolId: "main", first: 1, last: 3, void: false }] });
  });

  it("capture the money once while the bank is processing the first of them", async () => {
    expect(await countCaptures(server)).toBe(1);
  });

  it("all get the same answer once it is paid: another card isn't charged, the same transaction is named", async () => {
    const buyer = createBuyer(server);
    const order = await reserve(server, buyer);
    const first = await buyer.pay(order, await tokenFor(server.sandboxUrl));
    const second = await buyer.pay(order, await tokenFor(server.sandboxUrl));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.transaction).toEqual(first.body.transaction);
    expect(second.body.order.numbers).toEqual(first.body.order.numbers);
  });
});

describe.runIf(isFullRun)("negative control", () => {
  it("ten payments capture the money more than once if nothing marks an order as being paid", async () => {
    const server = await startServerWithout(sabotage.oneAttempt);
    try {
      expect(await countCaptures(server)).toBeGreaterThan(1);
    } finally {
      await server.stop();
    }
  });
});
