import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { createBuyer, importDraw } from "@/tests/support/calls/buyer";
import type { FaultedOutcome } from "@/tests/support/calls/faulted-crowd";
import { faultedPlans, runFaultedCrowd } from "@/tests/support/calls/faulted-crowd";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import { listCapturesByOrder, pendingFaults, setBankTime } from "@/tests/support/sandbox/sandbox-control";
import { runInvariants } from "@/tests/support/servers/commands";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { expectClean, openFaultStage } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

const buyers = 200;

/** So long that a killed server always has payments in progress. */
const bankTimeMs = 300;

function orderIdsOf(outcomes: readonly FaultedOutcome[]): string[] {
  return [...new Set(outcomes.flatMap(({ orders }) => orders.map(({ orderId }) => orderId)))];
}

describe("two hundred buyers, forty percent double clicks, lost answers, and a kill -9 in the middle", () => {
  let stage: FaultStage;
  let server: Server;
  let outcomes: FaultedOutcome[];
  let orders: OrderView[];
  let captures: Awaited<ReturnType<typeof listCapturesByOrder>>;
  const draw = drawWith();

  beforeAll(async () => {
    stage = await openFaultStage();
    await setBankTime(stage.sandbox.url, bankTimeMs);
    const dying = await stage.start();
    // The embedded database allows one process. On PostgreSQL, another one survives.
    const servers = onPostgres ? [dying, await stage.start()] : [dying];
    await importDraw(dying, draw);
    const killServer = async () => {
      await dying.kill();
      server = await stage.start({}, dying.port);
    };
    const market = { servers, sandboxUrl: stage.sandbox.url, instanceId: draw.id };
    outcomes = await runFaultedCrowd(market, faultedPlans(buyers), { atBuyer: buyers / 2, run: killServer });
  });

  afterAll(() => stage?.close());

  /** Paid orders that aren't finalized yet. Reads the orders before the bank. */
  async function countOpen(): Promise<number> {
    const views = outcomes.map(({ orders: [order] }) => createBuyer(server).readOrder(order as OrderView));
    orders = (await Promise.all(views)).map(({ body }) => body.order);
    captures = await listCapturesByOrder(
      stage.sandbox.url,
      orders.map(({ orderId }) => orderId),
    );
    const isOpen = ({ status }: OrderView, at: number) =>
      status === "paying" || (status === "unknown" && captures[at]?.length !== 0);
    return orders.filter(isOpen).length;
  }

  it("are all answered in the end, each about one order", () => {
    const statuses = outcomes.flatMap((fate) => fate.statuses);
    expect(statuses.filter((status) => ![200, 201, 202].includes(status))).toEqual([]);
    expect(outcomes.map((fate) => orderIdsOf([fate]).length)).toEqual(outcomes.map(() => 1));
    expect(orderIdsOf(outcomes)).toHaveLength(buyers);
  });

  it("were hit: payments were cut in progress, and answers from the bank were lost", async () => {
    expect(outcomes.filter(({ cutPayments }) => cutPayments > 0).length).toBeGreaterThan(0);
    const armed = faultedPlans(buyers).filter(({ isAnswerLost }) => isAnswerLost).length;
    expect(armed).toBe(buyers / 10);
    expect(armed - (await pendingFaults(stage.sandbox.url))).toBeGreaterThan(armed / 2);
  });

  it("recover automatically: everyone charged was charged once and has numbers", async () => {
    await expect.poll(countOpen, { timeout: 150_000, interval: 2000 }).toBe(0);
    const charged = orders.filter((_order, at) => captures[at]?.length !== 0);
    const amounts = captures
      .flat()
      .map(({ amountCents, returnedCents, voided }) => [amountCents, returnedCents, voided]);
    expect(amounts).toEqual(charged.map(({ amount }) => [Math.round(amount * 100), 0, false]));
    expect(captures.filter((some) => some.length > 1)).toEqual([]);
    expect(charged.filter(({ status, numbers }) => status !== "finalized" || numbers.length !== 1)).toEqual([]);
    // An attempt that never reached the bank is looked up for a quarter of an hour.
    const others = orders.filter((order) => !charged.includes(order));
    expect(others.filter(({ status }) => status !== "unknown")).toEqual([]);
    expect(charged.length).toBeGreaterThan(buyers * 0.9);
  }, 180_000);

  it("leave the invariants clean, and every cent and number accounted for", async () => {
    const sold = orders.filter(({ status }) => status === "finalized").length;
    const money = { finalizedCents: sold * 500, capturedCents: sold * 500, refundedCents: 0, cashCents: 0 };
    const counts = { orders: buyers, ranges: sold, tickets: sold * 3, sealed: expect.any(Number) };
    expect((await expectClean(server)).totals).toEqual({ ...counts, ...money });
    const { code, lines } = await runInvariants(server);
    expect(lines[0]).toMatch(/ checks passed at /);
    expect(code).toBe(0);
  });
});

describe.runIf(isFullRun)("negative control", () => {
  it("a small crowd is charged twice if nothing marks an order as being paid", async () => {
    const server = await startServerWithout(sabotage.oneAttempt);
    try {
      await setBankTime(server.sandboxUrl, bankTimeMs);
      const draw = drawWith();
      await importDraw(server, draw);
      const market = { servers: [server], sandboxUrl: server.sandboxUrl, instanceId: draw.id };
      const captures = await listCapturesByOrder(
        server.sandboxUrl,
        orderIdsOf(await runFaultedCrowd(market, faultedPlans(20))),
      );
      expect(captures.filter((some) => some.length > 1).length).toBeGreaterThan(0);
    } finally {
      await server.stop();
    }
  });
});
