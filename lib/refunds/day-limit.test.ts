import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";

import type { Context } from "@/lib/context";
import { changePerson } from "@/lib/people/change-person";
import type { RoleGrant } from "@/lib/people/rules.roles";
import { queryRows } from "@/lib/platform/db/database";
import { joinConsole } from "@/tests/support/core/console-people";
import { loseAnswer } from "@/tests/support/core/lost-answer";
import { openDraw, pay, place } from "@/tests/support/core/orders";
import { inOtherProcess } from "@/tests/support/core/other-process";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";

import { requestRefund } from "./request-refund";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
  for (const drawId of ["limited", "other"]) await openDraw(test, drawId, { timeZone: "America/Toronto" });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

const refunder: RoleGrant[] = [{ role: "Order Refunder", scope: { kind: "everything" } }];

/** Adds a person who may refund this many dollars a day. */
async function join(dollars: number | null, roles = refunder, stage = test) {
  const { ctx, personId } = await joinConsole(stage, roles);
  if (dollars !== null)
    expect(await changePerson(stage.admin, personId, { refundLimit: dollars })).toMatchObject({ ok: true });
  return ctx;
}

async function sell(drawId = "limited", stage = test) {
  const order = await place(stage, drawId);
  await pay(stage.ctx, order);
  return order;
}

async function refundOne(ctx: Context, drawId?: string): Promise<string> {
  const answer = await requestRefund(ctx, await sell(drawId), {});
  return answer.ok ? answer.outcome : answer.reason;
}

it("a person refunds up to their limit in a day, in all draws together", async () => {
  const ctx = await join(25);
  expect(await refundOne(ctx)).toBe("refunded");
  expect(await refundOne(ctx, "other")).toBe("refunded");
  const sent = test.gateway.refunds.length;
  expect(await refundOne(ctx)).toBe("refund-day-limit");
  expect(test.gateway.refunds.length).toBe(sent);
  await changePerson(test.admin, ctx.person.id, { refundLimit: 30 });
  expect(await refundOne(ctx)).toBe("refunded");
  expect(await refundOne(await join(0))).toBe("refund-day-limit");
});

it("the limit is $500 unless an admin sets another, and each change is an entry without the amount", async () => {
  const ctx = await join(null);
  const [row] = await queryRows<{ cents: number }>(
    test.ctx.db,
    sql`select refund_limit_cents as cents from persons where person_id = ${ctx.person.id}`,
  );
  expect(row?.cents).toBe(500_00);
  await changePerson(test.admin, ctx.person.id, { refundLimit: 12.5 });
  const entries = await queryRows<{ detail: unknown }>(
    test.ctx.db,
    sql`select detail from audit_entries where action = 'person-changed' and detail->>'person' = ${ctx.person.id}`,
  );
  expect(entries.map(({ detail }) => detail)).toEqual([{ person: ctx.person.id, changed: "refundLimit" }]);
});

it("a refund that the bank refused leaves the limit as it was", async () => {
  const ctx = await join(10);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { giveBack } = test.gateway;
  test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: null });
  expect(await refundOne(ctx)).toBe("refund-refused");
  test.gateway.giveBack = giveBack;
  expect(await refundOne(ctx)).toBe("refunded");
});

it("an admin of the draw has no limit there, and one where they only refund", async () => {
  const everywhere = await join(0, [{ role: "admin", scope: { kind: "everything" } }]);
  expect(await refundOne(everywhere)).toBe("refunded");
  expect(await refundOne(test.admin)).toBe("refunded");
  const roles: RoleGrant[] = [
    { role: "admin", scope: { kind: "draw", drawId: "other" } },
    { role: "Order Refunder", scope: { kind: "draw", drawId: "limited" } },
  ];
  const ctx = await join(0, roles);
  expect(await refundOne(ctx, "other")).toBe("refunded");
  expect(await refundOne(ctx, "limited")).toBe("refund-day-limit");
});

it("a refund whose answer was lost is counted once", async () => {
  const ctx = await join(20);
  expect(await refundOne(loseAnswer(ctx))).toBe("refunded");
  expect(await refundOne(ctx)).toBe("refunded");
  expect(await refundOne(ctx)).toBe("refund-day-limit");
});

it("a day begins at midnight of the draw's zone", async () => {
  const ctx = await join(10);
  expect(await refundOne(ctx)).toBe("refunded");
  const midnight = Date.parse("2026-11-21T05:00:00Z");
  test.clock.advance(midnight - 1 - test.clock.now().getTime());
  expect(await refundOne(ctx)).toBe("refund-day-limit");
  test.clock.advance(1);
  expect(await refundOne(ctx)).toBe("refunded");
});

it.runIf(onPostgres)(
  "two refunds at once count each other, whatever the process; without the lock both pass",
  async () => {
    const race = async (weaken: boolean) => {
      const stage = await openTestContext();
      await openDraw(stage, "limited");
      const ctx = await join(15, refunder, stage);
      const orders = [await sell("limited", stage), await sell("limited", stage)];
      await queryRows(
        stage.ctx.db,
        sql`create function slow_refund() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.5); return new; end $$`,
      );
      await queryRows(
        stage.ctx.db,
        sql`create trigger slow_refund before insert on refunds for each row execute function slow_refund()`,
      );
      const weak = withoutGuard(ctx, " for update of p", "");
      const own = weaken ? weak.ctx : ctx;
      const answers = await Promise.all(
        orders.map((order, index) => requestRefund(index === 0 ? own : inOtherProcess(own), order, {})),
      );
      await stage.close();
      if (weaken) expect(weak.found()).toBeGreaterThan(0);
      return answers.map((answer) => (answer.ok ? answer.outcome : answer.reason)).sort();
    };
    expect(await race(false)).toEqual(["refund-day-limit", "refunded"]);
    expect(await race(true)).toEqual(["refunded", "refunded"]);
  },
);
