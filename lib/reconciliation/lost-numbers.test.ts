import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDraw } from "@/lib/draws/close-draw";
import { importDraw } from "@/lib/draws/import/import-draw";
import { readDrawRecord } from "@/lib/draws/store";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { reportDraw } from "@/lib/reports/report-draw";
import { getKeyGrants } from "@/lib/rights";
import { expectLogs, reconcileFor } from "@/tests/support/core/attempts";
import { listFindings, loseSale, restoredDraw } from "@/tests/support/core/lost-sale";
import { createPayment, listNumbers, place, readPool, sell } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { createCapture } from "@/tests/support/core/test-gateway";
import { voidLostNumbers } from "./void-lost-numbers";

let test: TestContext;

beforeEach(async () => {
  await test?.close();
  vi.restoreAllMocks();
  expectLogs();
  test = await openTestContext();
});
afterAll(() => test.close());

describe("numbers of lost sales", () => {
  it("are void, as many as the money can have bought, and the next sale follows them", async () => {
    const request = await restoredDraw(test, "lost-numbers");
    // The cheapest number comes from five for $20, so at most 5 and 2 numbers were issued.
    loseSale(test, 20);
    loseSale(test, 10);
    const done = await voidLostNumbers(test.admin, request);
    expect(done).toMatchObject({
      ok: true,
      ranges: [{ instanceId: "lost-numbers", poolId: "main", first: 5, last: 11 }],
    });
    await sell(test, "lost-numbers", 2);
    expect(await listNumbers(test, "lost-numbers")).toEqual(["1-4", "12-13"]);
    expect((await listFindings(test)).filter((name) => !name.startsWith("capture-unknown"))).toEqual([]);
  });

  it("negative control: without the step they are issued twice", async () => {
    await restoredDraw(test, "not-skipped");
    loseSale(test, 20);
    await sell(test, "not-skipped", 2);
    // The buyer of the lost sale may have 5 to 9.
    expect(await listNumbers(test, "not-skipped")).toEqual(["1-4", "5-6"]);
  });

  it("are made void once, however often it is repeated, and more of them once more is known", async () => {
    const request = await restoredDraw(test, "repeated-step");
    loseSale(test, 20);
    await Promise.all([voidLostNumbers(test.admin, request), voidLostNumbers(test.admin, request)]);
    expect(await voidLostNumbers(test.admin, request)).toMatchObject({ ok: true, ranges: [] });
    const cash = { ...request, cashCents: new Map([["repeated-step", 2000]]) };
    expect(await voidLostNumbers(test.admin, cash)).toMatchObject({ ranges: [{ first: 10, last: 14 }] });
    expect(await readPool(test, "repeated-step")).toMatchObject({ sold: 14 });
    expect((await listFindings(test)).filter((name) => !name.startsWith("capture-unknown"))).toEqual([]);
  });

  it("are counted anew after another restore", async () => {
    const first = await restoredDraw(test, "second-restore");
    loseSale(test, 20);
    await voidLostNumbers(test.admin, first);
    test.gateway.ledger = test.gateway.ledger.slice(0, 1);
    test.clock.advance(60 * 60_000 * 3);
    const second = { ...first, restoredTo: test.clock.now() };
    test.clock.advance(60_000);
    loseSale(test, 20);
    expect(await voidLostNumbers(test.admin, second)).toMatchObject({ ranges: [{ first: 10, last: 14 }] });
  });

  it("of refunded payments and of payments in progress count, those of sales that are known don't", async () => {
    const request = await restoredDraw(test, "others-count");
    loseSale(test, 20, { voided: true });
    const held = await place(test, "others-count", 2);
    test.gateway.answer = async (charge) => {
      test.gateway.ledger.push(createCapture(charge, { at: test.clock.now() }));
      return { kind: "unknown", code: null };
    };
    await payOrder(test.ctx, createPayment(held));
    // Five for the voided $20, and five for the $20 payment in progress.
    expect(await voidLostNumbers(test.admin, request)).toMatchObject({ ranges: [{ first: 5, last: 14 }] });
    await reconcileFor(test, 3 * 60_000);
    expect(await listNumbers(test, "others-count")).toEqual(["1-4", "15-16"]);
  });

  it("may be all that is left: holds end, and money that comes later is refunded", async () => {
    const request = await restoredDraw(test, "all-gone", { maxTickets: 12 });
    const held = await place(test, "all-gone", 1);
    const paying = await place(test, "all-gone", 1);
    test.gateway.answer = async () => ({ kind: "unknown", code: null });
    await payOrder(test.ctx, createPayment(paying));
    loseSale(test, 20);
    loseSale(test, 20);
    expect(await voidLostNumbers(test.admin, request)).toMatchObject({ ranges: [{ first: 5, last: 12 }] });
    test.gateway.ledger.push(createCapture({ orderNumber: paying.orderId, amountCents: 1000 }));
    await reconcileFor(test, 20 * 60_000);
    const states = await queryRows<{ order_id: string; status: string }>(
      test.ctx.db,
      sql`select order_id, status from orders where draw_id = 'all-gone'`,
    );
    const getStatus = ({ orderId }: OrderView) => states.find((row) => row.order_id === orderId)?.status;
    expect([getStatus(held), getStatus(paying)]).toEqual(["cancelled", "refunded"]);
    expect(await listNumbers(test, "all-gone")).toEqual(["1-4"]);
  });

  it("can't be made void once something was sold since, for another instant, or without a word about cash", async () => {
    const request = await restoredDraw(test, "too-late");
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
    const reporter = { ...test.admin, actor: { kind: "admin", grants: getKeyGrants(["reports"]) } } as const;
    expect(await voidLostNumbers(test.ctx, cash)).toMatchObject({ reason: "admin-key-wrong" });
    expect(await voidLostNumbers(reporter, cash)).toMatchObject({ reason: "admin-right-missing" });
  });

  it("change nothing while the gateway's report can't be read", async () => {
    const request = await restoredDraw(test, "silent-bank");
    loseSale(test, 20);
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async () => ({ kind: "unreachable" });
    const impatient = { ...test.admin, wait: async () => {} };
    expect(await voidLostNumbers(impatient, request)).toMatchObject({ reason: "bank-not-answering" });
    test.gateway.listPayments = listPayments;
    expect(await readPool(test, "silent-bank")).toMatchObject({ sold: 4 });
  });

  it("are void in the regulator's report, and can't win", async () => {
    const request = await restoredDraw(test, "accounted");
    loseSale(test, 20);
    await voidLostNumbers(test.admin, request);
    await sell(test, "accounted", 1);
    const report = await reportDraw(test.admin, "accounted");
    if (!report.ok) throw new Error(report.reason);
    const records = [];
    for await (const record of report.records) records.push(record);
    expect(records).toContainEqual(expect.objectContaining({ first: 5, last: 9, state: "void", orderCode: null }));
    expect(records.at(-1)).toMatchObject({ kind: "end", addsUp: true, pools: [{ soldTickets: 5, voidTickets: 5 }] });
    await closeDraw(test.admin, "accounted");
    const stored = (await readDrawRecord(test.ctx.db, "accounted"))?.draw;
    const drawnAt = test.clock.now().toISOString();
    const winners = [{ poolId: "main", number: 6, prizeType: "Grand Prize", drawnAt }];
    const fields = [{ field: "winners.0.number", problem: "sale-lost" }];
    expect(await importDraw(test.admin, { ...stored, winners })).toEqual({
      ok: false,
      reason: "invalid-input",
      fields,
    });
  });
});
