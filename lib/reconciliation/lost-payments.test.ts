import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hourMs } from "@/lib/durations";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { explain } from "@/scripts/invariants/text";
import { expectLogs } from "@/tests/support/core/attempts";
import { listFindings, loseSale, recordRestore } from "@/tests/support/core/lost-sale";
import { openDraw, place, sell } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { createCapture } from "@/tests/support/core/test-gateway";
import { reconcileDay } from "./reconcile-day";
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
  async function countRefunds(number: string): Promise<number> {
    const { transactionId } = test.gateway.ledger.find(({ orderNumber }) => orderNumber === number) ?? {};
    return test.gateway.refunds.filter((refund) => refund.transactionId === transactionId).length;
  }

  it("is found, refunded once by however many ask, and found no more", async () => {
    await recordRestore(test, "refunded-once");
    const number = loseSale(test, 20);
    expect(await listFindings(test)).toEqual([`capture-unknown ${number}`]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => refundLostPayment(test.admin, number)));
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ ok: true, outcome: "refunded" });
    expect(await countRefunds(number)).toBe(1);
    expect(await listFindings(test)).toEqual([]);
  });

  const refunded = { ok: true, outcome: "refunded", amountCents: 2000 };

  it("is refunded once if another call overtakes this one between two of its looks into the database", async () => {
    await recordRestore(test, "overtaken-early");
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
    expect(await countRefunds(number)).toBe(1);
  });

  it("is refunded once if another call overtakes this one while the gateway is asked", async () => {
    await recordRestore(test, "overtaken-late");
    const number = loseSale(test, 20);
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async (...asked) => {
      test.gateway.listPayments = listPayments;
      await refundLostPayment(test.admin, number);
      return listPayments(...asked);
    };
    expect(await refundLostPayment(test.admin, number)).toEqual(refunded);
    expect(await countRefunds(number)).toBe(1);
  });

  it("of which a part went back is refunded for the rest", async () => {
    await recordRestore(test, "rest-of-it");
    const number = loseSale(test, 20, { returnedCents: 500 });
    test.gateway.ledger.push(createCapture({ orderNumber: `RF${number}01`, amountCents: 500 }, { kind: "return" }));
    const rest = await refundLostPayment(test.admin, number);
    expect(rest).toEqual({ ok: true, outcome: "refunded", amountCents: 1500 });
    expect(await listFindings(test)).toEqual([]);
  });

  it("that went back as a whole before is no finding, nor is its refund", async () => {
    await recordRestore(test, "back-before");
    const number = loseSale(test, 20, { returnedCents: 2000 });
    test.gateway.ledger.push(createCapture({ orderNumber: `RF${number}01`, amountCents: 2000 }, { kind: "return" }));
    expect(await listFindings(test)).toEqual([]);
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ reason: "payment-returned" });
  });

  it("isn't refunded as lost if it is known, unknown to the gateway, of an order being paid, or no number of ours", async () => {
    await recordRestore(test, "not-lost");
    const sold = await sell(test, "not-lost", 1);
    const held = await place(test, "not-lost", 1);
    test.gateway.ledger.push(createCapture({ orderNumber: held.orderId, amountCents: 1000 }));
    const getReason = async (number: string) => {
      const answer = await refundLostPayment(test.admin, number);
      return answer.ok ? "refunded" : answer.reason;
    };
    expect(await getReason(sold.orderId)).toBe("payment-not-open");
    expect(await getReason(held.orderId)).toBe("order-being-paid");
    expect(await getReason("7ZZZZZZZZZ0123456789ABCDEF")).toBe("not-found");
    expect(await getReason("SHOP-1")).toBe("invalid-input");
    expect(test.gateway.refunds).toEqual([]);
    expect(await refundLostPayment(test.ctx, sold.orderId)).toMatchObject({ reason: "admin-key-wrong" });
  });

  it("whose refund is refused for good stays a finding, and can be refunded again", async () => {
    await recordRestore(test, "refused-refund");
    const number = loseSale(test, 20);
    const { giveBack } = test.gateway;
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "200" });
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ reason: "refund-refused" });
    test.gateway.giveBack = giveBack;
    expect(await listFindings(test)).toEqual([`surplus-kept ${number}`]);
    expect(await refundLostPayment(test.admin, number)).toMatchObject({ ok: true, outcome: "refunded" });
    expect(await listFindings(test)).toEqual([]);
  });
});

describe("a payment of another installation on the same merchant account", () => {
  let other: TestContext;

  beforeEach(async () => {
    other = await openTestContext();
    // Both sell on one account.
    other.gateway.ledger = test.gateway.ledger;
    other.gateway.adjustments = test.gateway.adjustments;
  });
  afterEach(() => other.close());

  async function listAdvice(installation: TestContext): Promise<string[]> {
    const report = await checkInvariants(installation.admin);
    const day = await reconcileDay(installation.admin, "2026-11-20");
    if (!report.ok || !day.ok) throw new Error("Neither is refused.");
    return [...report.violations, ...day.differences].map((found) => explain(found));
  }

  it("is never advised to be refunded, and is refused: its sale stays valid", async () => {
    await openDraw(test, "here");
    await openDraw(other, "there");
    const orders = [await sell(test, "here", 1), await sell(other, "there", 2)];
    for (const [installation, order] of [
      [test, orders[1]],
      [other, orders[0]],
    ] as const) {
      const number = order?.orderId ?? "";
      const advice = await listAdvice(installation);
      expect(advice.filter((line) => line.includes(number))).toHaveLength(2);
      for (const line of advice) {
        expect(line).not.toContain("order -- return");
        expect(line).toContain("ask whoever else sells on this account");
      }
      expect(await refundLostPayment(installation.admin, number)).toMatchObject({ reason: "payment-not-lost" });
    }
    expect([...test.gateway.refunds, ...other.gateway.refunds]).toEqual([]);
  });

  it("isn't one that a restore lost if it was made after the restore was written down", async () => {
    await recordRestore(test, "restored-here");
    const lost = loseSale(test, 10);
    other.clock.advance(3 * hourMs);
    const later = loseSale(test, 10, { at: other.clock.now() });
    const advice = await listAdvice(test);
    expect(advice.filter((line) => line.includes("order -- return"))).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining(`order -- return ${lost}`)),
    );
    expect(await refundLostPayment(test.admin, later)).toMatchObject({ reason: "payment-not-lost" });
    expect(await refundLostPayment(test.admin, lost)).toMatchObject({ ok: true, outcome: "refunded" });
  });

  it("negative control: it is advised and refunded where a restore is written down that never was", async () => {
    await openDraw(test, "copied");
    await openDraw(other, "sold-there");
    const { orderId } = await sell(other, "sold-there", 1);
    await test.ctx.db.execute(
      sql`insert into audit_entries (draw_id, at, action, actor_kind, detail)
        values ('copied', now(), 'database-restored', 'admin', '{"restoredTo": "2026-11-20T17:00:00Z"}')`,
    );
    expect((await listAdvice(test)).join("\n")).toContain(`order -- return ${orderId}`);
    expect(await refundLostPayment(test.admin, orderId)).toMatchObject({ ok: true });
  });
});
