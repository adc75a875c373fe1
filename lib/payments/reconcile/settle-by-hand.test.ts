import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { requireOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { queryRows } from "@/lib/platform/db/database";
import { sendRefunds } from "@/lib/refunds/send-refund";
import {
  expectLogs,
  listAttempts,
  payUnanswered,
  readRefundsAndMail,
  readStatus,
  reconcileFor,
} from "@/tests/support/core/attempts";
import { createPayment, getOutcome, openDraw, place, readPool } from "@/tests/support/core/orders";
import { openTestContext } from "@/tests/support/core/test-context";
import { settleByHand } from "./settle-by-hand";

const test = await openTestContext();
const minute = 60_000;
const { listPayments } = test.gateway;
const unpaid = { paid: false };
let serial = 0;

beforeEach(() => void expectLogs());
afterEach(() => {
  vi.restoreAllMocks();
  test.gateway.listPayments = listPayments;
});
afterAll(() => test.close());

function paidAs(transactionId: string) {
  return { paid: true, transactionId };
}

function closeAccount(): void {
  test.gateway.listPayments = async () => ({ kind: "not-authorized" });
}

async function loseAccount(captured: Record<string, unknown> | null, waitMs = 20 * minute) {
  serial += 1;
  const order = await place(test, await openDraw(test, `stated-${serial}`, { maxTickets: 1 }));
  closeAccount();
  await payUnanswered(test, order, captured);
  await reconcileFor(test, waitMs, 5 * minute);
  const row = test.gateway.ledger.find(({ orderNumber }) => orderNumber.startsWith(order.orderId));
  return { order, transactionId: row?.transactionId ?? "99887766" };
}

async function state(order: OrderView, statement: unknown, ctx = test.admin): Promise<string> {
  const settled = await settleByHand(ctx, order, statement);
  return settled.ok ? (await requireOrder(ctx, order)).status : settled.reason;
}

/** The test's clock jumps, so the checks of seals are ignored. */
const isOfSeals = (check: string) => check.startsWith("audit-");

async function failedChecks({ instanceId }: OrderView): Promise<string[]> {
  await sendRefunds(test.ctx);
  const report = await checkInvariants(test.admin, { instanceId });
  return report.ok ? report.violations.map(({ check }) => check).filter((check) => !isOfSeals(check)) : [report.reason];
}

function listStatements({ instanceId, orderId }: OrderView) {
  return queryRows<{ actor: string; detail: { paid: boolean; transactionId: string | null } }>(
    test.ctx.db,
    sql`select actor_kind as actor, detail from audit_entries
      where draw_id = ${instanceId} and order_id = ${orderId} and action = 'payment-stated'`,
  );
}

describe("a payment that can't be looked up anymore", () => {
  it("gets its numbers by the bank's records, in an admin's name, and agrees with the bank afterwards", async () => {
    const { order, transactionId } = await loseAccount({});
    expect(await readStatus(test, order)).toBe("unknown");
    expect(await state(order, paidAs(transactionId))).toBe("finalized");
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: 1, reserved: 0 });
    expect((await readRefundsAndMail(test, order)).mails).toEqual(["receipt"]);
    expect(await listStatements(order)).toMatchObject([{ actor: "admin", detail: { paid: true, transactionId } }]);
    test.gateway.listPayments = listPayments;
    expect(await failedChecks(order)).toEqual([]);
  });

  it("that wasn't made releases its order, which can be paid again", async () => {
    const { order } = await loseAccount(null);
    expect(await state(order, unpaid)).toBe("expired");
    expect(await listAttempts(test, order)).toMatchObject([{ state: "missing" }]);
    expect(await listStatements(order)).toMatchObject([{ actor: "admin", detail: { paid: false } }]);
    test.gateway.listPayments = listPayments;
    const again = await place(test, order.instanceId);
    expect(getOutcome(await payOrder(test.ctx, createPayment(again)))).toBe("paid");
    expect(await failedChecks(order)).toEqual([]);
  });

  it("that was made after all is refunded once the bank reports it: a wrong statement loses no money", async () => {
    const { order } = await loseAccount({});
    await state(order, unpaid);
    test.gateway.listPayments = listPayments;
    await payOrder(test.ctx, createPayment(await place(test, order.instanceId)));
    await reconcileFor(test, 24 * 60 * minute, 60 * minute);
    expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [1000], mails: ["returned"] });
    expect(await failedChecks(order)).toEqual([]);
  });

  it("is settled once by ten simultaneous statements, and by one of two that contradict each other", async () => {
    const { order, transactionId } = await loseAccount({});
    const said = Array.from({ length: 10 }, (_, index) =>
      state(order, index % 5 === 0 ? unpaid : paidAs(transactionId)),
    );
    const answers = await Promise.all(said);
    expect(await listStatements(order)).toHaveLength(1);
    const [stated] = await listStatements(order);
    const isPaid = stated?.detail.paid === true;
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: isPaid ? 1 : 0, reserved: 0 });
    expect(answers.filter((answer) => answer === (isPaid ? "expired" : "finalized"))).toEqual([]);
  });
});

describe("a statement is refused", () => {
  it("in the first 15 minutes, while the bank is being asked", async () => {
    const { order, transactionId } = await loseAccount({}, 10 * minute);
    expect(await state(order, paidAs(transactionId))).toBe("settlement-too-early");
    expect(await readStatus(test, order)).toBe("unknown");
  });

  it("if the bank answers, whose word counts: paid tickets aren't released", async () => {
    const { order } = await loseAccount({});
    test.gateway.listPayments = listPayments;
    expect(await state(order, unpaid)).toBe("bank-answers");
    expect(await readStatus(test, order)).toBe("finalized");
    expect(await listStatements(order)).toEqual([]);
    // As a negative control, the same decision is made without a lookup, as if the bank didn't answer.
    const { order: other } = await loseAccount({});
    expect(await state(other, unpaid)).toBe("expired");
  });

  it("for a day if the bank contradicts itself, and accepted after that", async () => {
    const { order, transactionId } = await loseAccount({});
    test.gateway.listPayments = listPayments;
    const { readPayment } = test.gateway;
    for (const row of test.gateway.ledger) row.amountCents += 234;
    const unlike = {
      kind: "approved",
      transactionId,
      amountCents: 4321,
      code: "1",
      cardType: null,
      lastFour: null,
    } as const;
    test.gateway.readPayment = async () => unlike;
    expect(await state(order, paidAs(transactionId))).toBe("bank-answers");
    expect(await readStatus(test, order)).toBe("unknown");
    test.clock.advance(24 * 60 * minute);
    expect(await state(order, paidAs(transactionId))).toBe("finalized");
    test.gateway.readPayment = readPayment;
  });

  it("from anyone but an admin, about anything but an open payment, and in any other form", async () => {
    const { order, transactionId } = await loseAccount({});
    expect(await state(order, unpaid, test.ctx)).toBe("admin-key-wrong");
    for (const words of [null, {}, { paid: true }, { paid: true, transactionId: "1; drop" }, { paid: false, x: 1 }]) {
      expect(await state(order, words)).toBe("invalid-input");
    }
    await state(order, paidAs(transactionId));
    expect(await state(order, paidAs(transactionId))).toBe("payment-not-open");
    expect(await state({ ...order, orderId: "0".repeat(26) }, unpaid)).toBe("order-not-found");
  });
});
