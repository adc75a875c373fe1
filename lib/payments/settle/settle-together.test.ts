import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import type { Approval } from "@/lib/gateways/payment/port";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { reconcilePayments } from "@/lib/payments/reconcile/reconcile-payments";
import { queryRows } from "@/lib/platform/db/database";
import { gatewayChecks } from "@/lib/reconciliation/rules.findings";
import { asTestDevice, placeAtDevice } from "@/tests/support/core/cash";
import type { OpenedPayment } from "@/tests/support/core/opened-payments";
import { listNumbers, openMany, openOne, settle } from "@/tests/support/core/opened-payments";
import { createBasket, createPayment, getOutcome, openDraw, place, readPool } from "@/tests/support/core/orders";
import { inOtherProcess } from "@/tests/support/core/other-process";
import type { TestContext } from "@/tests/support/core/test-context";
import { asCaller, openTestContext } from "@/tests/support/core/test-context";
import { approve, createCapture } from "@/tests/support/core/test-gateway";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { recordStatements } from "@/tests/support/databases/statements";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import type { SettleableStates } from "./store.approvals";
import { settlePayments, settleTogether } from "./store.approvals";

const inProgress: SettleableStates = { states: ["sent"], statuses: ["paying", "unknown"] };

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

async function readTraces(draw: string) {
  const [row] = await queryRows<Record<"entries" | "mails" | "purchases" | "approved", number>>(
    test.ctx.db,
    sql`select
      (select count(*)::int from audit_entries where draw_id = ${draw} and action = 'payment-approved') as entries,
      (select count(*)::int from outbox where draw_id = ${draw} and kind = 'receipt') as mails,
      (select purchases from pools where draw_id = ${draw} and pool_id = 'main') as purchases,
      (select count(*)::int from payment_attempts where draw_id = ${draw} and state = 'approved') as approved`,
  );
  return row;
}

/** Names of failed checks, with a gateway that has no money. */
async function failedChecks(drawId: string): Promise<string[]> {
  const report = await checkInvariants(test.admin, { instanceId: drawId });
  if (!report.ok) throw new Error(report.reason);
  const ofGateway: readonly string[] = gatewayChecks;
  return report.checks.flatMap(({ check, rows }) => (rows > 0 && !ofGateway.includes(check) ? [check] : []));
}

function rangesFrom(count: number, size: number): string[] {
  return Array.from({ length: count }, (_none, index) => `${index * size + 1}-${(index + 1) * size}`);
}

function impatient(ctx: Context): Context {
  return { ...ctx, wait: () => test.ctx.wait(0) };
}

describe("payments approved at the same time", () => {
  it("get numbers in a few statements, in order of arrival, each with its audit entry and email", async () => {
    const draw = await openDraw(test, "sold-together");
    const opened = await openMany(test.ctx, draw, 40, 2);
    const statements = await recordStatements(test.ctx.db, async () => {
      const states = await Promise.all(opened.map((payment) => settle(test.ctx, payment)));
      expect(new Set(states)).toEqual(new Set(["approved"]));
    });
    expect(statements).toHaveLength(1);
    expect(await listNumbers(test, opened)).toEqual(rangesFrom(40, 2));
    expect(await readTraces(draw)).toEqual({ entries: 40, mails: 40, purchases: 40, approved: 40 });
    expect(await readPool(test, draw)).toMatchObject({ sold: 80, reserved: 0, sales_cents: 80_000, reserved_cents: 0 });
    expect(await failedChecks(draw)).toEqual([]);
  });

  it("each have their own outcome: one that needs another, or fails, harms no other", async () => {
    const draw = await openDraw(test, "sold-own");
    const opened = await openMany(test.ctx, draw, 8);
    const [, settled, declined, other, broken] = opened as [OpenedPayment, ...OpenedPayment[]];
    await settle(test.ctx, settled as OpenedPayment);
    const refusal = { kind: "refused", reason: "declined", code: "7", transactionId: null } as const;
    await settle(test.ctx, declined as OpenedPayment, refusal);
    await test.ctx.db.execute(
      sql.raw(`create function break_one() returns trigger language plpgsql as
        $$ begin if new.order_id = '${broken?.orderId}' then raise exception 'broken off'; end if; return new; end $$`),
    );
    await test.ctx.db.execute(
      sql`create trigger break_one before insert on number_ranges for each row execute function break_one()`,
    );
    const ctx = impatient(test.ctx);
    const states = await Promise.all(
      opened.map((payment) => settle(ctx, payment, approve({ amountCents: payment === other ? 900 : 1000 }))),
    );
    // The declined card's money arrives late and still gets tickets.
    const broke = expect.stringContaining("Failed query");
    const approved = "approved";
    expect(states).toEqual([approved, approved, approved, "surplus", broke, approved, approved, approved]);
    await test.ctx.db.execute(sql`drop trigger break_one on number_ranges`);
    expect(await settle(test.ctx, broken as OpenedPayment)).toBe(approved);
    const ranges = await listNumbers(test, opened);
    const numbers = ranges.map((range) => (range === null ? null : Number(range.split("-")[0])));
    expect(numbers.filter((number) => number !== null).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
    // After the shared statement failed, these were written one by one in the same order.
    const fair = [0, 5, 6, 7].map((at) => numbers[at] ?? 0);
    expect(fair).toEqual([...fair].sort());
    expect(numbers[3]).toBeNull();
    expect(await failedChecks(draw)).toEqual([]);
  });

  it("would all be rolled back if a failing one weren't written on its own", async () => {
    const draw = await openDraw(test, "sold-none");
    const opened = await openMany(test.ctx, draw, 3);
    const noSecond = sql`alter table number_ranges add constraint no_second check (first_number <> 2) not valid`;
    await test.ctx.db.execute(noSecond);
    const payments = opened.map((payment) => ({ ...payment, ...createSale(payment) }));
    await expect(settlePayments(test.ctx.db, payments, inProgress)).rejects.toThrow();
    expect(await listNumbers(test, opened)).toEqual([null, null, null]);
    await test.ctx.db.execute(sql`alter table number_ranges drop constraint no_second`);
    await settlePayments(test.ctx.db, payments, inProgress);
    expect(await listNumbers(test, opened)).toEqual(rangesFrom(3, 1));
  });

  it("count in shares and for teams as they do one by one", async () => {
    const teams = [{ id: "rink", title: "Rink", teams: ["foxes", "hares"].map((id) => ({ id, name: id })) }];
    const callers = [
      asCaller(test.ctx, "203.0.113.1", "browser-1"),
      asCaller(test.ctx, "203.0.113.1"),
      asCaller(test.ctx, "203.0.113.1"),
      asCaller(test.ctx, "203.0.113.2"),
      asCaller(test.ctx, "203.0.113.1", "browser-2"),
      test.ctx,
    ];
    const stand = async (draw: string, sell: (opened: OpenedPayment[]) => Promise<unknown>) => {
      await openDraw(test, draw, { maxTickets: 1000, teams });
      const opened: OpenedPayment[] = [];
      for (const [at, caller] of callers.entries()) {
        opened.push(await openOne(caller, draw, at + 1, ["foxes", "hares", undefined][at % 3]));
      }
      await sell(opened);
      return queryRows(
        test.ctx.db,
        sql`select pool_id, holder as name, orders, held, held_cents::int as cents, paid, paid_cents::int as paid_cents
          from ticket_shares where draw_id = ${draw}
          union all select pool_id, team_id, tickets, 0, 0, 0, 0 from pool_teams where draw_id = ${draw}
          order by 1, 2`,
      );
    };
    const alone = await stand("shared-alone", async (opened) => {
      for (const payment of opened) expect(await settle(test.ctx, payment)).toBe("approved");
    });
    const together = await stand("shared-together", async (opened) => {
      const payments = opened.map((payment) => ({ ...payment, ...createSale(payment) }));
      const sold = await settlePayments(test.ctx.db, payments, inProgress);
      expect(sold.map((one) => one?.state)).toEqual(opened.map(() => "approved"));
    });
    const paid = together.filter((row) => Number((row as { paid: number }).paid) > 0);
    expect(paid.length).toBeGreaterThan(6);
    expect(together).toEqual(alone);
  });
});

it.runIf(onPostgres)("an order locked by someone else keeps only its own buyer waiting", async () => {
  const draw = await openDraw(test, "held-order");
  const opened = await openMany(test.ctx, draw, 5);
  const [first, held, ...others] = opened as [OpenedPayment, OpenedPayment, ...OpenedPayment[]];
  const holder = new Client({ connectionString: test.databaseUrl ?? "" });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from orders where order_id = $1 for update", [held.orderId]);
  let isSettled = false;
  const settling = settle(test.ctx, held).finally(() => {
    isSettled = true;
  });
  const states = await Promise.all([first, ...others].map((payment) => settle(test.ctx, payment)));
  expect([...states, isSettled]).toEqual(["approved", "approved", "approved", "approved", false]);
  await holder.query("commit");
  await holder.end();
  expect(await settling).toBe("approved");
  expect(await listNumbers(test, [first, ...others, held])).toEqual(rangesFrom(5, 1));
});

function createSale({ orderId }: OpenedPayment) {
  const card = { cardType: "VI", cardLastFour: "1234", code: "1" };
  return { ...card, now: test.clock.now(), transactionId: `9${orderId}`, validationHash: `hash-${orderId}` };
}

/** Settles the same payments in two processes at once, as happens after a lost answer. */
async function settleTwice(draw: string, ctx: Context, { isAtOnce }: { isAtOnce: boolean }) {
  const opened = await openMany(test.ctx, draw, 12);
  await openMany(test.ctx, draw, 24);
  const settleAll = (one: Context) =>
    Promise.all(opened.map((payment) => settle(impatient(one), payment, approve(payment))));
  const first = settleAll(ctx);
  if (!isAtOnce) await first;
  const states = [...(await settleAll(inOtherProcess(ctx))), ...(await first)];
  const ranges = await queryRows<{ first: number }>(
    test.ctx.db,
    sql`select first_number as first from number_ranges where draw_id = ${draw} order by first_number`,
  );
  return { states: [...new Set(states)], numbers: ranges.map(({ first }) => first), traces: await readTraces(draw) };
}

describe("two processes settling the same payments", () => {
  it("issue one set of numbers, without a gap", async () => {
    const draw = await openDraw(test, "settled-twice");
    const { states, numbers, traces } = await settleTwice(draw, test.ctx, { isAtOnce: true });
    expect(states).toEqual(["approved"]);
    expect(numbers).toEqual(Array.from({ length: 12 }, (_none, index) => index + 1));
    expect(traces).toEqual({ entries: 12, mails: 12, purchases: 12, approved: 12 });
    expect(await readPool(test, draw)).toMatchObject({ sold: 12, reserved: 24 });
    expect(await failedChecks(draw)).toEqual([]);
  });

  it("negative control: issue two sets, one after the other, if neither the order's state, the attempt's nor a line's range is checked", async () => {
    const stage = await openTestContext();
    const before = test;
    test = stage;
    try {
      const draw = await openDraw(stage, "settled-unguarded");
      await stage.ctx.db.execute(sql`drop index number_ranges_line`);
      const order = withoutGuard(stage.ctx, "status = any(statuses) and status not in ('finalized', 'refunded')");
      const attempt = withoutGuard(order.ctx, "a.state = any(p.states)");
      const { numbers } = await settleTwice(draw, attempt.ctx, { isAtOnce: false });
      expect(order.found()).toBeGreaterThan(0);
      expect(attempt.found()).toBeGreaterThan(0);
      expect(numbers).toHaveLength(24);
    } finally {
      test = before;
      await stage.close();
    }
  });
});

it("payments answered while they are being looked up get one set of numbers", async () => {
  const draw = await openDraw(test, "asked-beside");
  const opened = await openMany(test.ctx, draw, 12);
  const captures = opened.map(({ gatewayOrderNumber: orderNumber, amountCents }) =>
    createCapture({ orderNumber, amountCents }),
  );
  test.gateway.ledger.push(...captures);
  test.clock.advance(60_000);
  const answers = opened.map(async (payment, index) => {
    await test.ctx.wait(index * 5);
    const { transactionId = "" } = captures[index] ?? {};
    return settle(test.ctx, payment, { ...(approve(payment) as { kind: "approved" } & Approval), transactionId });
  });
  const [states] = await Promise.all([Promise.all(answers), reconcilePayments(inOtherProcess(test.ctx))]);
  expect(new Set(states)).toEqual(new Set(["approved"]));
  const numbers = (await listNumbers(test, opened)).map((range) => Number(range?.split("-")[0]));
  expect(numbers.sort((left, right) => left - right)).toEqual(opened.map((_payment, index) => index + 1));
  expect(await readTraces(draw)).toEqual({ entries: 12, mails: 12, purchases: 12, approved: 12 });
  expect(await failedChecks(draw)).toEqual([]);
});

describe("while too many wait for their numbers", () => {
  it("no other card is charged, buyers are told when to retry, and a tablet's buyer is charged", async () => {
    const draw = await openDraw(test, "crowded");
    const [order, known] = [await place(test, draw), await place(test, draw)];
    const tablet = asTestDevice(test);
    const gate = await placeAtDevice(tablet, draw, { buyer: createBasket(draw).buyer });
    const [template] = await openMany(test.ctx, draw, 1);
    const charged = test.gateway.charges.length;
    const nobody = Array.from({ length: 1100 }, (_none, index) => {
      const payment = { ...(template as OpenedPayment), orderId: `nobody-${index}` };
      return settleTogether(test.ctx.db, { ...payment, ...createSale(payment) });
    });
    const refused = await payOrder(test.ctx, createPayment(order));
    expect(refused).toMatchObject({ reason: "service-unavailable", retryAfterSeconds: expect.any(Number) });
    expect(test.gateway.charges).toHaveLength(charged);
    expect(getOutcome(await payOrder(tablet, createPayment(gate)))).toBe("paid");
    expect(new Set(await Promise.all(nobody))).toEqual(new Set([null]));
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
    expect(getOutcome(await payOrder(test.ctx, createPayment(known)))).toBe("paid");
  });
});
