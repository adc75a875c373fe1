import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { expectLogs } from "@/tests/support/attempts";
import { findingsOf, loseSale, restoredDraw } from "@/tests/support/lost-sale";
import { place, sell } from "@/tests/support/order-core";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";
import { captureOf } from "@/tests/support/test-gateway";
import { refundLostPayment } from "./refund-lost-payment";

let test: TestContext;

beforeEach(async () => {
  await test?.close();
  vi.restoreAllMocks();
  expectLogs();
  test = await openTestContext();
});
afterAll(() => test.close());

describe("a payment that was lost", () => {
  async function refundsOf(number: string): Promise<number> {
    const { transactionId } = test.gateway.ledger.find(({ orderNumber }) => orderNumber === number) ?? {};
    return test.gateway.refunds.filter((refund) => refund.transactionId === transactionId).length;
  }

  it("is found, refunded once by however many ask, and found no more", async () => {
    await restoredDraw(test, "refunded-once");
    const number = loseSale(test, 20);
    expect(await findingsOf(test)).toEqual([`capture-unknown ${number}`]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => refundLostPayment(test.admin, number)));
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ ok: true, outcome: "refunded" });
    expect(await refundsOf(number)).toBe(1);
    expect(await findingsOf(test)).toEqual([]);
  });

  const refunded = { ok: true, outcome: "refunded", amountCents: 2000 };

  it("is refunded once if another call overtakes this one between two of its looks into the database", async () => {
    await restoredDraw(test, "overtaken-early");
    const number = loseSale(test, 20);
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
    await restoredDraw(test, "overtaken-late");
    const number = loseSale(test, 20);
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
    await restoredDraw(test, "rest-of-it");
    const number = loseSale(test, 20, { returnedCents: 500 });
    test.gateway.ledger.push(captureOf({ orderNumber: `RF${number}01`, amountCents: 500 }, { kind: "return" }));
    const rest = await refundLostPayment(test.admin, number);
    expect(rest).toEqual({ ok: true, outcome: "refunded", amountCents: 1500 });
    expect(await findingsOf(test)).toEqual([]);
  });

  it("that went back as a whole before is no finding, nor is its refund", async () => {
    await restoredDraw(test, "back-before");
    const number = loseSale(test, 20, { returnedCents: 2000 });
    test.gateway.ledger.push(captureOf({ orderNumber: `RF${number}01`, amountCents: 2000 }, { kind: "return" }));
    expect(await findingsOf(test)).toEqual([]);
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ reason: "payment-returned" });
  });

  it("isn't refunded as lost if it is known, unknown to the gateway, of an order being paid, or no number of ours", async () => {
    await restoredDraw(test, "not-lost");
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
    await restoredDraw(test, "refused-refund");
    const number = loseSale(test, 20);
    const { giveBack } = test.gateway;
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: 200 });
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ reason: "refund-refused" });
    test.gateway.giveBack = giveBack;
    expect(await findingsOf(test)).toEqual([`surplus-kept ${number}`]);
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ ok: true, outcome: "refunded" });
    expect(await findingsOf(test)).toEqual([]);
  });
});
