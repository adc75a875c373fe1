import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { payOrder } from "@/lib/payments/pay/pay-order";
import {
  expectLogs,
  hideCaptures,
  listAttempts,
  payUnanswered,
  readStatus,
  reconcileAfter,
  reconcileFor,
} from "@/tests/support/core/attempts";
import { createPayment, openDraw, place, readPool } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { reconcilePayments } from "./reconcile-payments";

const minute = 60_000;

beforeEach(() => void expectLogs());
afterEach(() => void vi.restoreAllMocks());

it("without the second lookup, one report that shows nothing costs a buyer their paid tickets", async () => {
  const lose = async (test: TestContext) => {
    const order = await place(test, await openDraw(test, "one-look", { maxTickets: 1 }));
    await payUnanswered(test, order);
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async () => ({ kind: "unreachable" });
    await reconcileFor(test, 20 * minute);
    test.gateway.listPayments = listPayments;
    const hidden = hideCaptures(test, order);
    await reconcileAfter(test, 6 * minute);
    test.gateway.ledger.push(...hidden);
    await place(test, order.instanceId).catch(() => undefined);
    await reconcileFor(test, 60 * minute);
    return readStatus(test, order);
  };
  expect(await withAndWithout(sabotage.secondLookup, lose)).toEqual({ guarded: "finalized", unguarded: "refunded" });
});

it("without an attempt's lease, two processes look it up at once", async () => {
  const count = async (test: TestContext) => {
    const order = await place(test, await openDraw(test, "no-lease"));
    await payUnanswered(test, order);
    const { listPayments } = test.gateway;
    let lookupCount = 0;
    test.gateway.listPayments = async (credentials, request) => {
      if (!request.cursor) lookupCount += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return listPayments(credentials, request);
    };
    test.clock.advance(2000);
    await Promise.all([reconcilePayments(test.ctx), reconcilePayments(test.ctx)]);
    expect(await listAttempts(test, order)).toMatchObject([{ state: "approved" }]);
    return lookupCount > 1;
  };
  expect(await withAndWithout(sabotage.lookupLease, count)).toEqual({ guarded: false, unguarded: true });
});

it("without the capacity check, late money sells tickets that belong to someone else", async () => {
  const oversell = async (test: TestContext) => {
    const draw = await openDraw(test, "late-oversold", { maxTickets: 1 });
    const order = await place(test, draw);
    await payUnanswered(test, order);
    const hidden = hideCaptures(test, order);
    await reconcileFor(test, 16 * minute);
    await payOrder(test.ctx, createPayment(await place(test, draw)));
    test.gateway.ledger.push(...hidden);
    await reconcileFor(test, 60 * minute);
    return (await readPool(test, draw)).sold;
  };
  expect(await withAndWithout(sabotage.capacity, oversell)).toEqual({ guarded: 1, unguarded: 2 });
});

it("an unknown answer treated as a decline gets the buyer charged twice", async () => {
  const test = await openTestContext();
  const chargedBy = async (answer: Parameters<typeof payUnanswered>[3], id: string) => {
    const order = await place(test, await openDraw(test, id));
    await payUnanswered(test, order, {}, answer);
    await payOrder(test.ctx, createPayment(order));
    return test.gateway.ledger.filter(({ orderNumber }) => orderNumber.startsWith(order.orderId)).length;
  };
  expect(await chargedBy({ kind: "unknown", code: null }, "as-unknown")).toBe(1);
  const refused = { kind: "refused", reason: "declined", code: null, transactionId: null } as const;
  expect(await chargedBy(refused, "as-refused")).toBe(2);
  await test.close();
});
