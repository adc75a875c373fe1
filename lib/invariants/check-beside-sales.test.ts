import { afterAll, beforeAll, expect, it } from "vitest";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import type { Database } from "@/lib/platform/db/database";
import { requestRefund } from "@/lib/refunds/request-refund";
import { createPayment, freshKey, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { checkInvariants } from "./check-invariants";
import { reportInvariants } from "./report-invariants";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

/** Runs `work` right after the check has read the counters. */
function afterSnapshot(db: Database, work: () => Promise<void>): Database {
  return new Proxy(db, {
    get: (target, name) => {
      if (name !== "transaction") return Reflect.get(target, name);
      return async (...wanted: Parameters<Database["transaction"]>) => {
        const read = await target.transaction(...wanted);
        await work();
        return read;
      };
    },
  });
}

async function pay(order: OrderView): Promise<void> {
  expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
}

async function refund(order: OrderView): Promise<void> {
  expect(await requestRefund(test.admin, order, {})).toMatchObject({ ok: true, outcome: "refunded" });
}

it("sales, holds, payments and refunds after the counters were read make no difference", async () => {
  const teams = [{ id: "rink", title: "Rink", teams: [{ id: "foxes", name: "Foxes" }] }];
  const draw = await openDraw(test, `beside-${freshKey()}`, { teams });
  const support = (quantity: number) => place(test, draw, quantity, { teamId: "foxes" });
  const [first, second, held] = [await support(2), await support(1), await support(3)];
  for (const order of [first, second]) await pay(order);
  await refund(first);
  const db = afterSnapshot(test.ctx.db, async () => {
    await refund(second);
    await pay(held);
    await pay(await support(4));
    await place(test, draw);
  });
  const report = await checkInvariants({ ...test.admin, db }, { instanceId: draw });
  expect(report).toMatchObject({ ok: true, violations: [], totals: { tickets: 3, ranges: 2, finalizedCents: 1000 } });
  const later = await checkInvariants(test.admin, { instanceId: draw });
  expect(later).toMatchObject({ ok: true, violations: [], totals: { tickets: 10, ranges: 4, finalizedCents: 7000 } });
});

it("a check with progress reports how far it is and ends with the same result; a refused one reports nothing", async () => {
  const draw = await openDraw(test, `told-${freshKey()}`);
  await pay(await place(test, draw, 2));
  const report = await reportInvariants(test.admin, { instanceId: draw });
  if (!report.ok) throw new Error(report.reason);
  const kinds: string[] = [];
  for await (const record of report.records) {
    kinds.push(record.kind === "progress" ? record.part : record.kind);
    if (record.kind === "report") expect(record).toMatchObject({ violations: [], totals: { orders: 1, tickets: 2 } });
  }
  expect([...new Set(kinds)]).toEqual(["numbers", "orders", "audit-entries", "payments", "report"]);
  expect(await reportInvariants(test.ctx, {})).toEqual({ ok: false, reason: "admin-key-wrong" });
  expect(await reportInvariants(test.admin, { instanceId: "nowhere" })).toEqual({
    ok: false,
    reason: "draw-not-found",
  });
});
