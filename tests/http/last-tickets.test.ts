import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { NumberRangeView } from "@/lib/orders/rules";
import { createBuyer, importDraw, tokenFor } from "@/tests/support/buyer";
import { drawWith } from "@/tests/support/draw";
import { sabotage } from "@/tests/support/sabotage";
import { startServerWithout } from "@/tests/support/sabotaged-server";
import type { Server } from "@/tests/support/server";
import { startServer } from "@/tests/support/server";

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

/** Fifty buyers want one ticket each of ten: each places an order and pays it. */
async function sellOut(server: Server): Promise<Outcome> {
  const draw = drawWith({ maxTickets: tickets, ticketPriceInfo: [{ id: "one", tickets: 1, price: 5 }] });
  await importDraw(server, draw);
  const before = await captureCount(server);
  const outcomes = await Promise.all(
    Array.from({ length: buyers }, async () => {
      const buyer = createBuyer(server);
      const lines = [{ poolId: "main", packageId: "one", quantity: 1 }];
      const placed = await buyer.placeOrder({ instanceId: draw.id, lines });
      if (placed.status !== 201) return { reason: placed.body.reason, numbers: [] };
      const paid = await buyer.pay(placed.body.order, await tokenFor(server.sandboxUrl));
      return { reason: paid.body.reason, numbers: paid.status === 200 ? numbersIn(paid.body.order.numbers) : [] };
    }),
  );
  return {
    numbers: outcomes.flatMap((outcome) => outcome.numbers).sort((left, right) => left - right),
    captures: (await captureCount(server)) - before,
    reasons: new Set(outcomes.filter((outcome) => outcome.numbers.length === 0).map((outcome) => outcome.reason)),
  };
}

describe("fifty buyers for the last ten tickets", () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it("buy exactly ten, numbered 1 to 10, with ten captures; the others are told why before they pay", async () => {
    const { numbers, captures, reasons } = await sellOut(server);
    expect(numbers).toEqual(Array.from({ length: tickets }, (_none, at) => at + 1));
    expect(captures).toBe(tickets);
    expect([...reasons].every((reason) => reason === "sold-out" || reason === "all-held")).toBe(true);
  });
});

describe("negative control", () => {
  it("the same fifty buy more than ten when nothing checks the capacity", async () => {
    const server = await startServerWithout(sabotage.capacity);
    try {
      expect((await sellOut(server)).numbers.length).toBeGreaterThan(tickets);
    } finally {
      await server.stop();
    }
  });
});
