import { setTimeout } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { OrderView } from "@/lib/orders/rules";
import { refusalStatuses } from "@/lib/platform/http/reasons";
import type { ReportEnd, ReportHead, ReportRange, ReportRecord } from "@/lib/reports/rules";
import type { Buyer } from "@/tests/support/calls/buyer";
import { adminCall, createBuyer, importDraw } from "@/tests/support/calls/buyer";
import type { BuyerOutcome } from "@/tests/support/calls/crowd";
import { createPlans, crowdedDraw, runCrowd } from "@/tests/support/calls/crowd";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import type { Server } from "@/tests/support/servers/server";
import type { Servers } from "@/tests/support/servers/several-servers";
import { startServers } from "@/tests/support/servers/several-servers";

const buyers = 200;
const seed = 20_261_121;

/** With any other status, the server would have failed an honest purchase. */
const answerStatuses = [200, 201, 202, 402, 409, 429];

let running: Servers;
let server: Server;
let outcomes: BuyerOutcome[];
let orders: OrderView[];
const draw = crowdedDraw();

/** A busy machine refuses some of so many reads. */
async function readWhenAnswered(buyer: Buyer, order: Pick<OrderView, "instanceId" | "orderId">): Promise<OrderView> {
  const { status, body } = await buyer.readOrder(order);
  if (status !== 503) return body.order;
  await setTimeout(500);
  return readWhenAnswered(buyer, order);
}

function readOrders(): Promise<OrderView[]> {
  const buyer = createBuyer(server);
  const placed = outcomes.flatMap(({ order }) => (order ? [order] : []));
  return Promise.all(placed.map((order) => readWhenAnswered(buyer, order)));
}

async function readReport(): Promise<{ head: ReportHead; ranges: ReportRange[]; end: ReportEnd }> {
  const answer = await adminCall<string>(server, "GET", `/api/admin/draws/${draw.id}/report`);
  const records = String(answer.body)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as ReportRecord);
  return {
    head: records[0] as ReportHead,
    ranges: records.filter((record): record is ReportRange => record.kind === "range"),
    end: records.at(-1) as ReportEnd,
  };
}

function centsOf(some: readonly OrderView[]): number {
  return some.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
}

beforeAll(async () => {
  // The embedded database allows one process. On PostgreSQL, two share it.
  running = await startServers(onPostgres ? 2 : 1);
  server = running.servers[0] as Server;
  await importDraw(server, draw);
  outcomes = await runCrowd(running.servers, draw.id, createPlans(buyers, seed));
  orders = await readOrders();
});

afterAll(() => running?.stop());

describe("two hundred buyers with mixed baskets at once", () => {
  it("are answered or refused with a reason, never with an error", () => {
    const answers = outcomes.flatMap((outcome) => outcome.answers);
    expect(answers.filter(({ status }) => !answerStatuses.includes(status))).toEqual([]);
    const refused = answers.filter(({ status }) => status >= 400).map(({ body }) => body.reason ?? "");
    expect(refused.filter((reason) => !(reason in refusalStatuses))).toEqual([]);
    // The pools are too small for everyone, so both outcomes occur.
    expect(new Set(refused)).toContain("declined");
    expect(
      refused.some((reason) => ["sold-out", "all-held", "not-enough-left", "second-draw-full"].includes(reason)),
    ).toBe(true);
    expect(orders.filter(({ status }) => status === "finalized").length).toBeGreaterThan(30);
  });

  it("get one order for two calls with the same key", () => {
    const twice = outcomes.filter(({ plan, order }) => plan.way === "orders-twice" && order);
    const placed = twice.map(({ answers }) => answers.slice(0, 2) as { body: { order?: OrderView } }[]);
    // A refused call doesn't use its key up, so the other call may succeed later.
    const both = placed.filter((calls) => calls.every(({ body }) => body.order));
    expect(both.length).toBeGreaterThan(2);
    for (const [first, second] of both) expect(first?.body.order?.orderId).toBe(second?.body.order?.orderId);
  });

  it("leave the invariants clean", async () => {
    const { body } = await adminCall<InvariantReport>(server, "GET", "/api/admin/invariants");
    expect(body.violations).toEqual([]);
    const finalized = centsOf(orders.filter(({ status }) => status === "finalized"));
    const money = { finalizedCents: finalized, capturedCents: finalized, refundedCents: 0 };
    expect(body.totals).toMatchObject({ ...money, orders: orders.length });
  });

  it("appear in the regulator's report, to the cent and to the number", async () => {
    const { head, ranges, end } = await readReport();
    expect(end).toMatchObject({ addsUp: true, problemCount: 0 });
    const finalized = orders.filter(({ status }) => status === "finalized");
    expect(end.grand.soldCents).toBe(centsOf(finalized));
    for (const { poolId, sold } of head.pools) {
      const reported = ranges.filter((range) => range.poolId === poolId && range.state === "sold");
      const shown = finalized.flatMap(({ numbers }) => numbers.filter((range) => range.poolId === poolId));
      const byFirst = (left: { first: number }, right: { first: number }) => left.first - right.first;
      const facts = ({ first, last }: { first: number; last: number }) => ({ first, last });
      expect(shown.sort(byFirst).map(facts)).toEqual(reported.map(facts));
      expect(shown.reduce((sum, { first, last }) => sum + last - first + 1, 0)).toBe(sold);
    }
  });
});
