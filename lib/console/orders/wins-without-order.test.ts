import { afterAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import type { Scope } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import {
  buyIn,
  endSales,
  importWinners,
  publishUnchecked,
  resultDrawId,
  resultsStart,
} from "@/tests/support/core/draw-results";
import { openTestContext } from "@/tests/support/core/test-context";
import { searchOrders } from "./search-orders";

const test = await openTestContext(resultsStart);
afterAll(() => test.close());

function asManager(scope: Scope): Context {
  const grants = toGrants([{ role: "Order Manager", scope }]);
  return { ...test.ctx, actor: { kind: "admin", name: "person:p1", grants } };
}

const manager = asManager({ kind: "everything" });

async function find(ctx: Context, q: string) {
  const found = await searchOrders(ctx, { q, instanceId: resultDrawId });
  if (!found.ok) return found.reason;
  const wins = found.winsWithoutOrder.map(({ ticketNumber, isOnPaper }) => ({ ticketNumber, isOnPaper }));
  return { orders: found.orders.length, wins };
}

describe("a search for a winning number that was sold elsewhere", () => {
  it("says where it won and how it was sold, beside the order of the same number in another pool", async () => {
    await importWinners(test);
    await buyIn(test, { main: 2 });
    await endSales(test);
    const winners = [
      { number: 61, soldOnPaper: true },
      { number: 2, poolId: "puck", soldOnPaper: true },
    ];
    await importWinners(test, winners);
    expect(await find(manager, "#61")).toEqual({ orders: 0, wins: [{ ticketNumber: 61, isOnPaper: true }] });
    expect(await find(manager, "2")).toEqual({ orders: 1, wins: [{ ticketNumber: 2, isOnPaper: true }] });
    expect(await find(manager, "1")).toEqual({ orders: 1, wins: [] });
    expect(await find(manager, "62")).toEqual({ orders: 0, wins: [] });
  });

  it("tells nobody outside of the draw's scope", async () => {
    const outside = asManager({ kind: "draw", drawId: "elsewhere" });
    expect(await find(outside, "61")).toEqual({ orders: 0, wins: [] });
    const inside = asManager({ kind: "draw", drawId: resultDrawId });
    expect(await find(inside, "61")).toEqual({ orders: 0, wins: [{ ticketNumber: 61, isOnPaper: true }] });
  });

  it("claims no sale on paper that the draw doesn't state", async () => {
    await publishUnchecked(test, { number: 77 });
    expect(await find(manager, "77")).toEqual({ orders: 0, wins: [{ ticketNumber: 77, isOnPaper: false }] });
  });
});
