import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { checkInvariants } from "@/lib/invariants/check-invariants";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { toPaymentMethod } from "@/lib/orders/rules.payment";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { reportDraw } from "@/lib/reports/report-draw";
import type { DayTotal } from "@/lib/reports/rules";
import { hideCaptures, payUnanswered, reconcileFor } from "@/tests/support/core/attempts";
import { sealAll } from "@/tests/support/core/audit-chain";
import { sellForCash } from "@/tests/support/core/cash";
import { createPayment, openDraw, place, sell } from "@/tests/support/core/orders";
import { refundOutcome } from "@/tests/support/core/refunds";
import { takeParts } from "@/tests/support/core/report";
import { registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import { countSales } from "./count-sales";
import { readSales } from "./read-sales";
import { readProgress } from "./store";

const minute = 60_000;

const teams = [{ id: "rink", title: "Rink", teams: ["foxes", "hares"].map((id) => ({ id, name: id })) }];

const drawId = "by-hour";

let test: TestContext;

/** Half past eleven in the evening in St. John's, whose days begin at half past an hour of UTC. */
beforeEach(async () => {
  test = await openTestContext(new Date("2026-11-21T03:00:00Z"));
  const terminal = { allowAnonymousCash: true, allowRefund: true };
  await openDraw(test, drawId, { timeZone: "America/St_Johns", teams, terminal });
});

afterEach(() => test.close());

type Total = Omit<DayTotal, "channel" | "method"> & { channel: string; method: string | null };

const byDay = (left: Total, right: Total) => JSON.stringify(left).localeCompare(JSON.stringify(right));

async function readReport(): Promise<Total[]> {
  const reported = await reportDraw(test.admin, drawId);
  if (!reported.ok) throw new Error(reported.reason);
  const { end } = await takeParts(reported.records);
  expect(end.addsUp).toBe(true);
  return end.days.sort(byDay);
}

/** The sales of both days, as the home adds them up. */
async function readHome(): Promise<Total[]> {
  const totals = new Map<string, Total>();
  for (const [day, from, to] of [
    ["2026-11-20", "2026-11-20T03:30:00Z", "2026-11-21T03:30:00Z"],
    ["2026-11-21", "2026-11-21T03:30:00Z", "2026-11-22T03:30:00Z"],
  ] as const) {
    const sales = await readSales(test.ctx.db, [{ drawId, from: new Date(from), to: new Date(to) }]);
    expect(sales.get(drawId)?.completeUntil).toBeNull();
    for (const row of sales.get(drawId)?.halfHours ?? []) {
      const [channel, method] = [row.deviceId ? "device" : "web", toPaymentMethod(row.method)];
      const start = { day, channel, method, orders: 0, soldTickets: 0, soldCents: 0, voidTickets: 0, voidCents: 0 };
      const total = totals.get([day, channel, method].join()) ?? start;
      total.orders += row.orders;
      total.soldTickets += row.tickets;
      total.soldCents += row.amountCents;
      total.voidTickets += row.voidTickets;
      total.voidCents += row.voidCents;
      totals.set([day, channel, method].join(), total);
    }
  }
  return [...totals.values()].sort(byDay);
}

async function failedChecks(): Promise<string[]> {
  const report = await checkInvariants(test.admin, { instanceId: drawId });
  if (!report.ok) throw new Error(report.reason);
  return report.violations.map(({ check, subject }) => `${check} ${subject}`);
}

async function countAll(): Promise<void> {
  await sealAll(test);
  await countSales(test.ctx);
}

/** Everything that changes the figures of a draw, across midnight. The last steps bring money of hours ago. */
async function sellAll(afterEachStep: () => Promise<void>): Promise<void> {
  const gate = await registerDevice(test, { deviceId: "gate-1" });
  const bar = await registerDevice(test, { deviceId: "bar-1", operator: "Sam" });
  const first = await sell(test, drawId, 3);
  await afterEachStep();
  const lines = [1, 2].map((quantity) => ({
    poolId: "main",
    packageId: quantity === 1 ? "one" : "five",
    quantity,
  }));
  const mixed = await place(test, drawId, 1, { lines, teamId: "foxes" });
  expect(await payOrder(test.ctx, createPayment(mixed))).toMatchObject({ outcome: "paid" });
  await sellForCash(gate, drawId);
  const late = await place(test, drawId, 4, { teamId: "hares" });
  await payUnanswered(test, late);
  const hidden = hideCaptures(test, late);
  await afterEachStep();
  test.clock.advance(45 * minute);
  await sellForCash(bar, drawId);
  expect(await refundOutcome(test, mixed, [1])).toBe("refunded");
  await afterEachStep();
  await cancelOrder(test.ctx, await place(test, drawId));
  expect(await refundOutcome(test, first)).toBe("refunded");
  await afterEachStep();
  test.gateway.ledger.push(...hidden);
  await reconcileFor(test, 60 * minute);
  await afterEachStep();
  expect(await refundOutcome(test, mixed, [2])).toBe("refunded");
  await afterEachStep();
}

describe("sales by half hours equal the report", () => {
  it.each([
    ["while nothing is counted", async () => undefined],
    ["while entries are sealed and not counted", async () => void (await sealAll(test))],
    ["while all is counted at once", countAll],
  ])("%s", async (_name, afterEachStep) => {
    await sellAll(async () => {
      await afterEachStep();
      expect(await readHome()).toEqual(await readReport());
    });
    expect((await readReport()).map(({ day, channel }) => [day, channel])).toEqual([
      ["2026-11-20", "device"],
      ["2026-11-20", "web"],
      ["2026-11-21", "device"],
    ]);
    await countAll();
    expect(await readHome()).toEqual(await readReport());
    expect(await failedChecks()).toEqual([]);
  });

  it("by tablet, operator and team too, on the half hour of the payment", async () => {
    await sellAll(countAll);
    const rows = await queryRows<{ told: string }>(
      test.ctx.db,
      sql`select concat_ws(' ', to_char(starts_at at time zone 'UTC', 'HH24:MI'), method, device_id, operator, team_id,
          tickets, amount_cents, void_cents) as told
        from half_hour_sales order by 1`,
    );
    expect(rows.map(({ told }) => told)).toEqual([
      "03:00 cash gate-1 Alex  1 1000 0",
      "03:00 token    3 3000 3000",
      "03:00 token   foxes 11 5000 5000",
      "03:00 token   hares 4 4000 0",
      "03:30 cash bar-1 Sam  1 1000 0",
    ]);
  });
});

it("a backlog is left to the job, and until then the sales before it are complete", async () => {
  await sell(test, drawId);
  await countAll();
  const before = await readHome();
  const [span] = [{ drawId, from: new Date("2026-11-20T03:30:00Z"), to: new Date("2026-11-21T03:30:00Z") }];
  const { countedAt } = (await readProgress(test.ctx.db, [drawId]))[0] ?? {};
  await sell(test, drawId);
  await test.ctx.db.execute(
    sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail, sequence)
      select e.draw_id, null, e.at, 'draw-redefined', 'system', '{}', e.sequence + n
      from audit_entries e join (select max(sequence) as last from audit_entries where draw_id = ${drawId}) l
        on e.draw_id = ${drawId} and e.sequence = l.last
      cross join generate_series(1, 20000) n`,
  );
  const behind = (await readSales(test.ctx.db, [span])).get(drawId);
  expect(behind).toMatchObject({ completeUntil: countedAt, halfHours: [{ orders: before[0]?.orders }] });
  await countAll();
  expect(await readHome()).toEqual(await readReport());
});

it("a run beside another one adds nothing twice", async () => {
  await sellAll(async () => undefined);
  await sealAll(test);
  await Promise.all([countSales(test.ctx), countSales(test.ctx), countSales(test.ctx)]);
  expect(await readHome()).toEqual(await readReport());
  expect(await failedChecks()).toEqual([]);
});

it("the invariants find what was counted twice (negative control)", async () => {
  await sellAll(countAll);
  await test.ctx.db.execute(sql`update half_hour_sales_progress set sequence = 0`);
  await countSales(test.ctx);
  expect(await readHome()).not.toEqual(await readReport());
  expect((await failedChecks()).filter((found) => found.startsWith("half-hour-sales "))).toHaveLength(5);
});

it("the invariants find a sale that the job passed over (negative control)", async () => {
  await sell(test, drawId);
  await sealAll(test);
  await test.ctx.db.execute(
    sql`insert into half_hour_sales_progress select draw_id, max(sequence) from audit_entries
      where draw_id = ${drawId} group by draw_id`,
  );
  await countAll();
  expect(await failedChecks()).toEqual(["half-hour-sales 2026-11-21T03:00:00.000Z token"]);
});
