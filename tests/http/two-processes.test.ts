import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { buyInRounds } from "@/tests/support/calls/buy-in-rounds";
import { createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import type { Servers } from "@/tests/support/servers/several-servers";
import { startServers } from "@/tests/support/servers/several-servers";

describe.runIf(onPostgres)("two processes on one database", () => {
  let running: Servers;

  beforeAll(async () => {
    running = await startServers(2);
  });
  afterAll(() => running?.stop());

  function serverAt(at: number) {
    const server = running.servers[at % running.servers.length];
    if (!server) throw new Error("No process was started.");
    return server;
  }

  async function countCaptures(): Promise<number> {
    const response = await fetch(`${running.sandboxUrl}/sandbox/ledger`);
    const { transactions } = (await response.json()) as { transactions: { approved: boolean }[] };
    return transactions.filter((transaction) => transaction.approved).length;
  }

  async function openDraw(overrides: Parameters<typeof drawWith>[0] = {}): Promise<string> {
    const draw = drawWith(overrides);
    await importDraw(serverAt(0), draw);
    return draw.id;
  }

  it("sell the last ten tickets once: numbers 1 to 10 and ten captures", async () => {
    const instanceId = await openDraw({ maxTickets: 10, ticketPriceInfo: [{ id: "one", tickets: 1, price: 5 }] });
    const before = await countCaptures();
    const outcomes = await buyInRounds(30, async (at) => {
      const buyer = createBuyer(serverAt(at));
      const lines = [{ poolId: "main", packageId: "one", quantity: 1 }];
      const placed = await buyer.placeOrder({ instanceId, lines });
      if (placed.status !== 201) return { reason: placed.body.reason, numbers: [] };
      const paid = await buyer.pay(placed.body.order, await tokenFor(running.sandboxUrl));
      return { reason: paid.body.reason, numbers: paid.body.order.numbers.map((range) => range.first) };
    });
    const numbers = outcomes.flatMap((outcome) => outcome.numbers);
    expect(numbers.sort((left, right) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await countCaptures()) - before).toBe(10);
  });

  it("place one order for one key", async () => {
    const instanceId = await openDraw();
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_none, at) => createBuyer(serverAt(at)).placeOrder({ instanceId, idempotencyKey })),
    );
    expect(new Set(answers.map((answer) => answer.body.order?.orderId)).size).toBe(1);
  });

  it("charge an order once if it is paid through both", async () => {
    const instanceId = await openDraw();
    const { order } = (await createBuyer(serverAt(0)).placeOrder({ instanceId })).body;
    const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenFor(running.sandboxUrl)));
    await Promise.all(tokens.map((token, at) => createBuyer(serverAt(at)).pay(order, token)));
    const suffixes = tokens.map((_token, at) => (at === 0 ? "" : String(at + 1).padStart(2, "0")));
    const ledgers = await Promise.all(suffixes.map((suffix) => ledger(running.sandboxUrl, order.orderId + suffix)));
    expect(ledgers.reduce((sum, { totals }) => sum + totals.capturedCents, 0)).toBe(Math.round(order.amount * 100));
    const read = await createBuyer(serverAt(1)).readOrder(order);
    expect(read.body.order).toMatchObject({ status: "finalized", numbers: [{ first: 1, last: 3 }] });
  });

  it("share what is in neither's memory: a draw closed by one is closed at the other", async () => {
    const instanceId = await openDraw();
    const { adminKey, url } = serverAt(0);
    const headers = { authorization: `Bearer ${adminKey}` };
    await fetch(`${url}/api/admin/draws/${instanceId}/close`, { method: "POST", headers });
    const refused = await createBuyer(serverAt(1)).placeOrder({ instanceId });
    expect(refused).toMatchObject({ status: 409, body: { reason: "draw-closed" } });
  });
});
