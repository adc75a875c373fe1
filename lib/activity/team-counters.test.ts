import { sql } from "drizzle-orm";
import { afterEach, expect, it } from "vitest";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { createPayment, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import { refundOutcome } from "@/tests/support/core/refunds";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { raffleBeside } from "@/tests/support/draws/draw";
import { viewDraw } from "./view-draw";

const teams = [{ id: "rink", title: "Rink", teams: ["foxes", "hares"].map((id) => ({ id, name: id })) }];

const losesChanges = [
  `create function lose() returns trigger language plpgsql as $$ begin return null; end $$`,
  `create trigger lose before update on pool_teams for each row execute function lose()`,
];

let closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

async function openStage(sabotage: readonly string[] = []) {
  const test = await openTestContext();
  for (const statement of sabotage) await test.ctx.db.execute(sql.raw(statement));
  const other = test.databaseUrl === null ? null : await openPostgres(test.databaseUrl);
  closing = [...(other ? [other.close] : []), test.close];
  const secondDraws = [raffleBeside("puck", true), raffleBeside("mask", false)];
  const drawId = await openDraw(test, "teams", { teams, secondDraws });
  // A second process with its own connections, if the database allows.
  return { test, there: other ? { ...test, ctx: { ...test.ctx, db: other.pools.sales } } : test, drawId };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

async function readSums(test: TestContext, drawId: string) {
  return queryRows<{ told: string }>(
    test.ctx.db,
    sql`select r.pool_id || ' ' || o.team_id || ' ' || sum(r.last_number - r.first_number + 1) as told
      from orders o join number_ranges r on r.draw_id = o.draw_id and r.order_id = o.order_id
      where o.draw_id = ${drawId} and o.status = 'finalized' and o.team_id is not null and r.voided_at is null
      group by r.pool_id, o.team_id order by 1`,
  );
}

async function readCounters(test: TestContext, drawId: string) {
  return queryRows<{ told: string }>(
    test.ctx.db,
    sql`select pool_id || ' ' || team_id || ' ' || tickets as told from pool_teams
      where draw_id = ${drawId} and tickets <> 0 order by 1`,
  );
}

async function sell(at: TestContext, drawId: string, teamId: string | undefined): Promise<OrderView> {
  const seconds = ["puck", "mask"].map((poolId) => ({ poolId, packageId: "two", quantity: 1 }));
  const main = { poolId: "main", packageId: "one", quantity: 3 };
  const order = await place(at, drawId, 1, { lines: [main, ...seconds], ...(teamId ? { teamId } : {}) });
  expect(getOutcome(await payOrder(at.ctx, createPayment(order)))).toBe("paid");
  return order;
}

async function trade({ test, there, drawId }: Stage): Promise<void> {
  const supported = ["foxes", "hares", undefined];
  const sellers = Array.from({ length: 12 }, (_none, n) => sell(n % 2 ? test : there, drawId, supported[n % 3]));
  const orders = await Promise.all(sellers);
  const refunds = orders.slice(0, 6).map((order, n) => refundOutcome(test, order, n % 2 ? [1] : undefined));
  const more = Array.from({ length: 6 }, (_none, n) => sell(n % 2 ? there : test, drawId, supported[n % 3]));
  expect(new Set(await Promise.all(refunds))).toEqual(new Set(["refunded"]));
  await Promise.all(more);
}

async function failedChecks({ test, drawId }: Stage): Promise<string[]> {
  const report = await checkInvariants(test.admin, { instanceId: drawId });
  if (!report.ok) throw new Error(report.reason);
  return report.checks.flatMap(({ check, rows }) => (rows > 0 ? [check] : []));
}

it("team counters equal the sums of valid tickets, whatever is sold and refunded at once", async () => {
  const stage = await openStage();
  await trade(stage);
  const sums = await readSums(stage.test, stage.drawId);
  expect(await readCounters(stage.test, stage.drawId)).toEqual(sums);
  expect(sums).toHaveLength(6);
  expect(await failedChecks(stage)).toEqual([]);
});

it("negative control: a lost change is detected, by the sums and by the invariants", async () => {
  const stage = await openStage(losesChanges);
  await trade(stage);
  expect(await readCounters(stage.test, stage.drawId)).not.toEqual(await readSums(stage.test, stage.drawId));
  expect(await failedChecks(stage)).toEqual(["team-counter"]);
});

it("a team has the tickets of the main draw and of the participating second draws, largest first", async () => {
  const { test, drawId } = await openStage();
  for (const teamId of ["foxes", "hares", "hares", undefined]) await sell(test, drawId, teamId);
  const viewed = await viewDraw(test.ctx, drawId);
  if (!viewed.ok) throw new Error(viewed.reason);
  expect(viewed.live.teams).toEqual([
    { teamId: "hares", tickets: 10 },
    { teamId: "foxes", tickets: 5 },
  ]);
});
