import { afterAll, beforeAll, expect, it } from "vitest";

import { refundOutcome, sellLines } from "@/tests/support/refund-core";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";
import { giveBack } from "@/tests/support/test-gateway";

import { reconcileRefunds } from "./reconcile-refunds";
import { reportDraw } from "./report-draw";
import type { ReportRecord } from "./rules.report";
import { viewDraw } from "./view-draw";

const dayMs = 24 * 60 * 60_000;
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

async function potOf(drawId: string): Promise<number> {
  const viewed = await viewDraw(test.ctx, drawId);
  if (!viewed.ok) throw new Error(viewed.reason);
  return viewed.live.pot;
}

it("keeps refunded orders with their void numbers; a draw is not final while a refund of it is open", async () => {
  const order = await sellLines(test, "reported", [2, 3]);
  const pot = await potOf("reported");
  test.clock.advance(8 * dayMs);
  test.gateway.giveBack = async (request) => {
    giveBack(test.gateway, request);
    return { kind: "unknown", code: null };
  };
  await refundOutcome(test, order);
  const [open] = await report("reported");
  expect(open).toMatchObject({ isFinal: false, openRefunds: 1, openMatters: ["refunds-open"] });
  expect(open?.kind === "draw" && open.pools.map(({ isFinal }) => isFinal)).toEqual([false]);
  expect(await potOf("reported")).toBe(pot);
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
  expect(await potOf("reported")).toBe(pot - 50);
});
