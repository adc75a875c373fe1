import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { reconcileRefunds } from "@/lib/refunds/reconcile-refunds";
import { sendRefunds } from "@/lib/refunds/send-refund";
import { payUnanswered, readStatus } from "@/tests/support/core/attempts";
import { createPayment, openDraw, place } from "@/tests/support/core/orders";
import { openLookupDraws } from "@/tests/support/core/payment-lookups";
import { listOrderRefunds, refundOutcome, sellLines } from "@/tests/support/core/refunds";
import { giveBack } from "@/tests/support/core/test-gateway";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { reconcilePayments } from "./reconcile-payments";

const minute = 60_000;
const bambora = { merchantId: "300200999", passcode: "other-payments", reportingPasscode: "other-reporting" };
const patience = { timeout: 15_000 };

const { test } = await openLookupDraws();

function hangOthers(): { waiting: () => number; go: () => void } {
  const { listPayments, refund } = test.gateway;
  let waiting = 0;
  let go = () => {};
  const answered = new Promise<void>((resolve) => {
    go = resolve;
  });
  const hang = async (merchantId: string) => {
    if (merchantId === bambora.merchantId) return;
    waiting += 1;
    await answered;
  };
  test.gateway.listPayments = async (credentials, request) => {
    await hang(credentials.merchantId);
    return credentials.merchantId === bambora.merchantId ? listPayments(credentials, request) : { kind: "unreachable" };
  };
  test.gateway.refund = async (credentials, request) => {
    await hang(credentials.merchantId);
    return refund(credentials, request);
  };
  return { waiting: () => waiting, go };
}

async function placeUnanswered(drawId: string, count: number): Promise<OrderView[]> {
  const orders: OrderView[] = [];
  for (let placed = 0; placed < count; placed += 1) orders.push(await place(test, drawId));
  for (const order of orders) await payUnanswered(test, order);
  return orders;
}

async function refundBoth(): Promise<OrderView> {
  const slow = await sellLines(test, "slow", [1]);
  const quick = await sellLines(test, "quick", [1], { apiKeys: { bambora } });
  for (const order of [slow, quick]) expect(await refundOutcome(test, order)).toBe("refund-under-way");
  return quick;
}

async function expectDone(order: OrderView, run: () => Promise<number>): Promise<void> {
  const silent = hangOthers();
  const turn = run();
  await vi.waitFor(
    async () => expect((await listOrderRefunds(test, order)).at(-1)).toMatchObject({ state: "done" }),
    patience,
  );
  expect(silent.waiting()).toBe(1);
  silent.go();
  await turn;
}

function loseAnswers(): void {
  test.gateway.giveBack = async (request) => {
    giveBack(test.gateway, request);
    return { kind: "unknown", code: null };
  };
}

describe("a merchant whose gateway doesn't answer", () => {
  it("doesn't hold up payments of other merchants, and gets only a few lookups at a time", async () => {
    await placeUnanswered(await openDraw(test, "slow"), 4);
    const quick = await placeUnanswered(await openDraw(test, "quick", { apiKeys: { bambora } }), 3);
    test.clock.advance(2000);
    const silent = hangOthers();
    const turn = reconcilePayments(test.ctx);
    for (const order of quick) {
      await vi.waitFor(async () => expect(await readStatus(test, order)).toBe("finalized"), patience);
    }
    expect(silent.waiting()).toBe(2);
    silent.go();
    expect(await turn).toBe(5);
  });

  it("doesn't hold up refunds of other merchants that are being looked up", async () => {
    loseAnswers();
    const quick = await refundBoth();
    test.clock.advance(minute);
    await expectDone(quick, () => reconcileRefunds(test.admin));
  });

  it("doesn't hold up refunds of other merchants that are waiting to be sent", async () => {
    const { giveBack: ableTo } = test.gateway;
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-unavailable", code: "935" });
    const quick = await refundBoth();
    test.gateway.giveBack = ableTo;
    test.clock.advance(5 * minute);
    await expectDone(quick, () => sendRefunds(test.admin));
  });
});

describe("a gateway that answers immediately that it doesn't know", () => {
  it("gets one refund per turn, so that the others aren't used up", async () => {
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-unavailable", code: "935" });
    const orders = [await sellLines(test, "unsure", [1])];
    for (const quantity of [1, 2]) {
      const order = await place(test, "unsure", quantity);
      await payOrder(test.ctx, createPayment(order));
      orders.push(order);
    }
    for (const order of orders) await refundOutcome(test, order);
    test.clock.advance(5 * minute);
    test.gateway.giveBack = async () => ({ kind: "unknown", code: null });
    expect(await sendRefunds(test.admin)).toBe(1);
  });
});

describe("two processes", () => {
  /** Counts the lookups of a refund by two turns. The second begins while the first waits for the bank. */
  async function countLookups(drawId: string): Promise<number> {
    loseAnswers();
    await refundOutcome(test, await sellLines(test, drawId, [1]));
    test.clock.advance(minute);
    const silent = hangOthers();
    const first = reconcileRefunds(test.admin);
    const hasLookups = (least: number) =>
      vi.waitFor(() => expect(silent.waiting()).toBeGreaterThanOrEqual(least), patience);
    await hasLookups(1);
    const second = reconcileRefunds(test.admin);
    await Promise.race([second, hasLookups(2)]);
    silent.go();
    return (await first) + (await second);
  }

  it("never look up the same refund at once", async () => {
    expect(await countLookups("leased")).toBe(1);
  });

  it("negative control: they do if a refund isn't leased", async () => {
    for (const statement of sabotage.refundLease) await test.ctx.db.execute(sql.raw(statement));
    expect(await countLookups("unleased")).toBeGreaterThan(1);
    await test.ctx.db.execute(sql`drop trigger forget_refund_lease on refunds`);
  });
});
