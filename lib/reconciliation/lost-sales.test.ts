import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { importDraw } from "@/lib/draws/import-draw";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { reportDraw } from "@/lib/reports/report-draw";
import { expectLogs, reconcileFor } from "@/tests/support/attempts";
import { numbersOf, openDraw, paymentOf, place, poolOf, sell } from "@/tests/support/order-core";
import type { TestContext } from "@/tests/support/test-context";
import { drawAt, openTestContext } from "@/tests/support/test-context";
import { approve, captureOf } from "@/tests/support/test-gateway";
import { refundLostPayment } from "./refund-lost-payment";
import type { LostRequest } from "./void-lost-numbers";
import { voidLostNumbers } from "./void-lost-numbers";

let test: TestContext;
let lostOrders = 0;

beforeAll(async () => {
  test = await openTestContext();
});

beforeEach(async () => {
  expectLogs();
  test.gateway.ledger = [];
  test.gateway.refunds = [];
  test.gateway.answer = async (request) => approve(request);
  await test.ctx.db.execute(sql`truncate draws, orders, audit_entries, devices cascade`);
});

afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

/** A capture of so many dollars whose order went with the database; gives its number. */
function loseSale(dollars: number, given: Parameters<typeof captureOf>[1] = {}): string {
  lostOrders += 1;
  const orderNumber = `7ZZZZZZZZZ0123456789ABC${String(lostOrders).padStart(3, "0")}`;
  test.gateway.ledger.push(captureOf({ orderNumber, amountCents: dollars * 100 }, { at: test.clock.now(), ...given }));
  return orderNumber;
}

/** A draw with numbers 1 to 4 sold before the instant to which its database was restored. */
async function restoredDraw(id: string, overrides: Record<string, unknown> = {}): Promise<LostRequest> {
  await openDraw(test, id, overrides);
  await sell(test, id, 4);
  test.clock.advance(60_000);
  const restoredTo = test.clock.now();
  test.clock.advance(60_000);
  return { restoredTo, cashCents: new Map() };
}

async function found(): Promise<string[]> {
  const report = await checkInvariants(test.admin);
  if (!report.ok) throw new Error(report.reason);
  return report.violations.map(({ check, subject }) => `${check} ${subject}`);
}

describe("numbers of lost sales", () => {
  it("are void, as many as the money can have bought, and the next sale follows them", async () => {
    const request = await restoredDraw("lost-numbers");
    // The best offer is five for $20: at most 5 and 2 numbers.
    loseSale(20);
    loseSale(10);
    const done = await voidLostNumbers(test.admin, request);
    expect(done).toMatchObject({
      ok: true,
      ranges: [{ instanceId: "lost-numbers", poolId: "main", first: 5, last: 11 }],
    });
    await sell(test, "lost-numbers", 2);
    expect(await numbersOf(test, "lost-numbers")).toEqual(["1-4", "12-13"]);
    expect((await found()).filter((name) => !name.startsWith("capture-unknown"))).toEqual([]);
  });

  it("negative control: without the step they are issued twice", async () => {
    await restoredDraw("not-skipped");
    loseSale(20);
    await sell(test, "not-skipped", 2);
    // What the buyer of the lost sale may have been told: 5 to 9.
    expect(await numbersOf(test, "not-skipped")).toEqual(["1-4", "5-6"]);
  });

  it("are made void once, however often it is repeated, and more of them once more is known", async () => {
    const request = await restoredDraw("repeated-step");
    loseSale(20);
    await Promise.all([voidLostNumbers(test.admin, request), voidLostNumbers(test.admin, request)]);
    expect(await voidLostNumbers(test.admin, request)).toMatchObject({ ok: true, ranges: [] });
    const cash = { ...request, cashCents: new Map([["repeated-step", 2000]]) };
    expect(await voidLostNumbers(test.admin, cash)).toMatchObject({ ranges: [{ first: 10, last: 14 }] });
    expect(await poolOf(test, "repeated-step")).toMatchObject({ sold: 14 });
    expect((await found()).filter((name) => !name.startsWith("capture-unknown"))).toEqual([]);
  });

  it("are counted anew after another restore", async () => {
    const first = await restoredDraw("second-restore");
    loseSale(20);
    await voidLostNumbers(test.admin, first);
    test.gateway.ledger = test.gateway.ledger.slice(0, 1);
    test.clock.advance(60 * 60_000 * 3);
    const second = { ...first, restoredTo: test.clock.now() };
    test.clock.advance(60_000);
    loseSale(20);
    expect(await voidLostNumbers(test.admin, second)).toMatchObject({ ranges: [{ first: 10, last: 14 }] });
  });

  it("of refunded payments and of payments in progress count, those of sales that are known don't", async () => {
    const request = await restoredDraw("others-count");
    loseSale(20, { voided: true });
    const held = await place(test, "others-count", 2);
    test.gateway.answer = async (charge) => {
      test.gateway.ledger.push(captureOf(charge, { at: test.clock.now() }));
      return { kind: "unknown", code: null };
    };
    await payOrder(test.ctx, paymentOf(held));
    // 5 for the voided $20, and 5 for the $20 of the payment in progress.
    expect(await voidLostNumbers(test.admin, request)).toMatchObject({ ranges: [{ first: 5, last: 14 }] });
    await reconcileFor(test, 3 * 60_000);
    expect(await numbersOf(test, "others-count")).toEqual(["1-4", "15-16"]);
  });

  it("may be all that is left: holds end, and money that comes later is refunded", async () => {
    const request = await restoredDraw("all-gone", { maxTickets: 12 });
    const held = await place(test, "all-gone", 1);
    const paying = await place(test, "all-gone", 1);
    test.gateway.answer = async () => ({ kind: "unknown", code: null });
    await payOrder(test.ctx, paymentOf(paying));
    loseSale(20);
    loseSale(20);
    expect(await voidLostNumbers(test.admin, request)).toMatchObject({ ranges: [{ first: 5, last: 12 }] });
    test.gateway.ledger.push(captureOf({ orderNumber: paying.orderId, amountCents: 1000 }));
    await reconcileFor(test, 20 * 60_000);
    const states = await queryRows<{ order_id: string; status: string }>(
      test.ctx.db,
      sql`select order_id, status from orders where draw_id = 'all-gone'`,
    );
    const statusOf = ({ orderId }: OrderView) => states.find((row) => row.order_id === orderId)?.status;
    expect([statusOf(held), statusOf(paying)]).toEqual(["cancelled", "refunded"]);
    expect(await numbersOf(test, "all-gone")).toEqual(["1-4"]);
  });

  it("can't be made void once something was sold since, for another instant, or without a word about cash", async () => {
    const request = await restoredDraw("too-late");
    await test.ctx.db.execute(
      sql`insert into devices (device_id, parent_id, location_id, label, code_hash, code_expires_at, created_at,
          registered_at)
        select 'tablet', parent_id, 'gate', 'Gate', 'hash', now(), now(), now() from draws where draw_id = 'too-late'`,
    );
    const cash = { ...request, cashCents: new Map([["too-late", 0]]) };
    expect(await voidLostNumbers(test.admin, request)).toMatchObject({
      fields: [{ field: "cash too-late", problem: "required" }],
    });
    await sell(test, "too-late", 1);
    expect(await voidLostNumbers(test.admin, cash)).toMatchObject({
      fields: [{ field: "to", problem: "out-of-order" }],
    });
    const reporter = { ...test.admin, actor: { kind: "admin", rights: ["reports"] } } as const;
    expect(await voidLostNumbers(test.ctx, cash)).toMatchObject({ reason: "admin-key-wrong" });
    expect(await voidLostNumbers(reporter, cash)).toMatchObject({ reason: "admin-right-missing" });
  });

  it("change nothing while the gateway's report can't be read", async () => {
    const request = await restoredDraw("silent-bank");
    loseSale(20);
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async () => ({ kind: "unreachable" });
    const impatient = { ...test.admin, wait: async () => {} };
    expect(await voidLostNumbers(impatient, request)).toMatchObject({ reason: "bank-not-answering" });
    test.gateway.listPayments = listPayments;
    expect(await poolOf(test, "silent-bank")).toMatchObject({ sold: 4 });
  });

  it("are void in the regulator's report, and can't win", async () => {
    const request = await restoredDraw("accounted");
    loseSale(20);
    await voidLostNumbers(test.admin, request);
    await sell(test, "accounted", 1);
    const report = await reportDraw(test.admin, "accounted");
    if (!report.ok) throw new Error(report.reason);
    const records = [];
    for await (const record of report.records) records.push(record);
    expect(records).toContainEqual(expect.objectContaining({ first: 5, last: 9, state: "void", orderCode: null }));
    expect(records.at(-1)).toMatchObject({ kind: "end", addsUp: true, pools: [{ soldTickets: 5, voidTickets: 5 }] });
    const winners = [{ poolId: "main", number: 6, prize: "Grand Prize", announcedAt: test.clock.now().toISOString() }];
    const draw = drawAt(test.clock.now(), { id: "accounted", urlSlug: "accounted", winners });
    expect(await importDraw(test.admin, draw)).toMatchObject({ ok: false });
  });
});

describe("a payment that was lost", () => {
  async function refundsOf(number: string): Promise<number> {
    const { transactionId } = test.gateway.ledger.find(({ orderNumber }) => orderNumber === number) ?? {};
    return test.gateway.refunds.filter((refund) => refund.transactionId === transactionId).length;
  }

  it("is found, refunded once by however many ask, and found no more", async () => {
    await restoredDraw("refunded-once");
    const number = loseSale(20);
    expect(await found()).toEqual([`capture-unknown ${number}`]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => refundLostPayment(test.admin, number)));
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ ok: true, outcome: "refunded" });
    expect(await refundsOf(number)).toBe(1);
    expect(await found()).toEqual([]);
  });

  const refunded = { ok: true, outcome: "refunded", amountCents: 2000 };

  it("is refunded once if another call overtakes this one between two of its looks into the database", async () => {
    await restoredDraw("overtaken-early");
    const number = loseSale(20);
    let looks = 0;
    const execute = async (...statement: Parameters<typeof test.ctx.db.execute>) => {
      const rows = await test.ctx.db.execute(...statement);
      looks += 1;
      if (looks === 1) await refundLostPayment(test.admin, number);
      return rows;
    };
    const get = (db: typeof test.ctx.db, name: string | symbol) => {
      const value: unknown = name === "execute" ? execute : Reflect.get(db, name);
      return typeof value === "function" ? value.bind(db) : value;
    };
    const overtaken = { ...test.admin, db: new Proxy(test.ctx.db, { get }) };
    expect(await refundLostPayment(overtaken, number)).toEqual(refunded);
    expect(await refundsOf(number)).toBe(1);
  });

  it("is refunded once if another call overtakes this one while the gateway is asked", async () => {
    await restoredDraw("overtaken-late");
    const number = loseSale(20);
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async (...asked) => {
      test.gateway.listPayments = listPayments;
      await refundLostPayment(test.admin, number);
      return listPayments(...asked);
    };
    expect(await refundLostPayment(test.admin, number)).toEqual(refunded);
    expect(await refundsOf(number)).toBe(1);
  });

  it("of which a part went back is refunded for the rest", async () => {
    await restoredDraw("rest-of-it");
    const number = loseSale(20, { returnedCents: 500 });
    test.gateway.ledger.push(captureOf({ orderNumber: `RF${number}01`, amountCents: 500 }, { kind: "return" }));
    const rest = await refundLostPayment(test.admin, number);
    expect(rest).toEqual({ ok: true, outcome: "refunded", amountCents: 1500 });
    expect(await found()).toEqual([]);
  });

  it("that went back as a whole before is no finding, nor is its refund", async () => {
    await restoredDraw("back-before");
    const number = loseSale(20, { returnedCents: 2000 });
    test.gateway.ledger.push(captureOf({ orderNumber: `RF${number}01`, amountCents: 2000 }, { kind: "return" }));
    expect(await found()).toEqual([]);
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ reason: "payment-returned" });
  });

  it("isn't refunded as lost if it is known, unknown to the gateway, of an order being paid, or no number of ours", async () => {
    await restoredDraw("not-lost");
    const sold = await sell(test, "not-lost", 1);
    const held = await place(test, "not-lost", 1);
    test.gateway.ledger.push(captureOf({ orderNumber: held.orderId, amountCents: 1000 }));
    const reasonOf = async (number: string) => {
      const answer = await refundLostPayment(test.admin, number);
      return answer.ok ? "refunded" : answer.reason;
    };
    expect(await reasonOf(sold.orderId)).toBe("payment-not-open");
    expect(await reasonOf(held.orderId)).toBe("order-being-paid");
    expect(await reasonOf("7ZZZZZZZZZ0123456789ABCDEF")).toBe("not-found");
    expect(await reasonOf("SHOP-1")).toBe("invalid-input");
    expect(test.gateway.refunds).toEqual([]);
    expect(await refundLostPayment(test.ctx, sold.orderId)).toMatchObject({ reason: "admin-key-wrong" });
  });

  it("whose refund is refused for good stays a finding, and can be refunded again", async () => {
    await restoredDraw("refused-refund");
    const number = loseSale(20);
    const { giveBack } = test.gateway;
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: 200 });
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ reason: "refund-refused" });
    test.gateway.giveBack = giveBack;
    expect(await found()).toEqual([`surplus-kept ${number}`]);
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ ok: true, outcome: "refunded" });
    expect(await found()).toEqual([]);
  });
});
