import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { NumberRangeView } from "@/lib/orders/rules";
import { buyInRounds } from "@/tests/support/calls/buy-in-rounds";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import { waitUntilKnown } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

const buyers = 50;

const tickets = 10;

type Outcome = { numbers: number[]; captures: number; reasons: Set<string | undefined> };

function numbersIn(ranges: NumberRangeView[]): number[] {
  return ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_none, at) => first + at));
}

async function captureCount(server: Server): Promise<number> {
  const response = await fetch(`${server.sandboxUrl}/sandbox/ledger`);
  const { transactions } = (await response.json()) as { transactions: { approved: boolean }[] };
  return transactions.filter((transaction) => transaction.approved).length;
}

/** Fifty buyers want one of ten tickets each, and retry while others hold them. */
async function sellOut(server: Server): Promise<Outcome> {
  const draw = drawWith({ maxTickets: tickets, ticketPriceInfo: [{ id: "one", tickets: 1, price: 5 }] });
  await importDraw(server, draw);
  const before = await captureCount(server);
  const outcomes = await buyInRounds(buyers, async () => {
    const buyer = createBuyer(server);
    const lines = [{ poolId: "main", packageId: "one", quantity: 1 }];
    const placed = await buyer.placeOrder({ instanceId: draw.id, lines });
    if (placed.status !== 201) return { reason: placed.body.reason, numbers: [] };
    const paid = await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl));
    // The bank may answer after the server's time limit.
    const order = paid.status === 202 ? await waitUntilKnown(server, placed.body.order) : paid.body.order;
    return { reason: paid.body.reason, numbers: numbersIn(order?.numbers ?? []) };
  });
  return {
    numbers: outcomes.flatMap((outcome) => outcome.numbers).sort((left, right) => left - right),
    captures: (await captureCount(server)) - before,
    reasons: new Set(outcomes.filter((outcome) => outcome.numbers.length === 0).map((outcome) => outcome.reason)),
  };
}

describe("fifty buyers for the last ten tickets", () => {
  let server: Server;
  beforeAll(async () => {
    server = await shareServer();
  });
  afterAll(() => server.stop());

  it("buy exactly ten, numbered 1 to 10, with ten captures; the others are told why before they pay", async () => {
    const { numbers, captures, reasons } = await sellOut(server);
    expect([...reasons].filter((reason) => reason !== "sold-out" && reason !== "all-held")).toEqual([]);
    expect(numbers).toEqual(Array.from({ length: tickets }, (_none, at) => at + 1));
    expect(captures).toBe(tickets);
  });
});

describe.runIf(isFullRun)("negative control", () => {
  it("the same fifty buy more than ten if nothing checks the capacity", async () => {
    const server = await startServerWithout([...sabotage.capacity, ...sabotage.ticketShares]);
    try {
      expect((await sellOut(server)).numbers.length).toBeGreaterThan(tickets);
    } finally {
      await server.stop();
    }
  });
});
