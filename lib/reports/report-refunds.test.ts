import { afterAll, beforeAll, expect, it } from "vitest";
import { viewDraw } from "@/lib/activity/view-draw";
import { readAdminDraw } from "@/lib/draws/read-admin-draw";
import { dayMs } from "@/lib/durations";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { reconcileRefunds } from "@/lib/refunds/reconcile-refunds";
import { createBasket, createPayment, freshKey, openDraw } from "@/tests/support/core/orders";
import { refundOutcome, sellLines } from "@/tests/support/core/refunds";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { giveBack } from "@/tests/support/core/test-gateway";
import { reportDraw } from "./report-draw";
import type { ReportRecord } from "./rules";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

async function report(drawId: string): Promise<ReportRecord[]> {
  const reported = await reportDraw(test.admin, drawId);
  if (!reported.ok) throw new Error(reported.reason);
  const records: ReportRecord[] = [];
  for await (const record of reported.records) records.push(record);
  return records;
}

async function readPot(drawId: string): Promise<number> {
  const viewed = await viewDraw(test.ctx, drawId);
  if (!viewed.ok) throw new Error(viewed.reason);
  return viewed.live.pot;
}

async function readFigures(drawId: string) {
  const viewed = await viewDraw(test.ctx, drawId);
  const read = await readAdminDraw(test.admin, drawId);
  if (!viewed.ok || !read.ok) throw new Error("The draw is gone.");
  const { draw, live } = viewed;
  return { ...live, final: draw.numTicketsFinal, admin: [read.draw.sold, read.draw.left] };
}

it("public figures count the tickets that the report counts, and refunded numbers aren't sold again", async () => {
  const teams = [{ id: "clubs", title: "Clubs", teams: [{ id: "north", name: "North" }] }];
  const ticketPriceInfo = [1, 3].map((tickets) => ({ id: `of-${tickets}`, tickets, price: 10 * tickets }));
  const draw = await openDraw(test, "figures", { maxTickets: 8, teams, ticketPriceInfo });
  const lines = [2, 1].map((quantity, index) => ({
    poolId: "main",
    packageId: index === 0 ? "of-1" : "of-3",
    quantity,
  }));
  const sold = [];
  for (const teamId of ["north", undefined]) {
    const placed = await placeOrder(
      test.ctx,
      createBasket(draw, 1, { lines: lines.slice(teamId ? 0 : 1), teamId }),
      freshKey(),
    );
    if (!placed.ok) throw new Error(placed.reason);
    await payOrder(test.ctx, createPayment(placed.order));
    sold.push(placed.order);
  }
  const [ofTeam] = sold as [OrderView];
  const before = { sold: 8, final: 8, left: 0, admin: [8, 0], pools: [{ soldOut: true }], reason: "sold-out" };
  expect(await readFigures(draw)).toMatchObject({ ...before, teams: [{ teamId: "north", tickets: 5 }] });
  expect(await refundOutcome(test, ofTeam, [2])).toBe("refunded");
  const [head] = await report(draw);
  expect(head).toMatchObject({ pools: [{ sold: 5, void: 3 }] });
  const after = { ...before, sold: 5, final: 5, admin: [5, 0] };
  const figures = await readFigures(draw);
  expect(figures).toMatchObject({ ...after, teams: [{ teamId: "north", tickets: 2 }] });
  expect(figures.recent.map(({ tickets }) => tickets).sort()).toEqual([2, 3]);
});

it("keeps refunded orders with their void numbers; a draw isn't final while one of its refunds is open", async () => {
  const order = await sellLines(test, "reported", [2, 3]);
  const pot = await readPot("reported");
  test.clock.advance(8 * dayMs);
  test.gateway.giveBack = async (request) => {
    giveBack(test.gateway, request);
    return { kind: "unknown", code: null };
  };
  await refundOutcome(test, order);
  const [open] = await report("reported");
  expect(open).toMatchObject({ isFinal: false, openRefunds: 1, openMatters: ["refunds-open"] });
  expect(open?.kind === "draw" && open.pools.map(({ isFinal }) => isFinal)).toEqual([false]);
  expect(await readPot("reported")).toBe(pot);
  test.clock.advance(60_000);
  await reconcileRefunds(test.admin);
  const [head, ...rest] = await report("reported");
  expect(head).toMatchObject({ isFinal: true, openRefunds: 0 });
  expect(rest.slice(0, 2)).toMatchObject([
    { first: 1, last: 2, state: "void", voidedAt: expect.stringMatching(/^2026-11-28T/) },
    { first: 3, last: 5, state: "void" },
  ]);
  const sums = { orders: 1, soldTickets: 0, soldCents: 0, voidTickets: 5, voidCents: 5000 };
  expect(rest.at(-1)).toMatchObject({ kind: "end", addsUp: true, grand: sums });
  expect(await readPot("reported")).toBe(pot - 50);
});
