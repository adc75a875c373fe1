import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sealEntries } from "@/lib/audit/seal-entries";
import type { Context } from "@/lib/context";
import { minuteMs } from "@/lib/durations";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { lockAttemptWithoutOrder } from "@/lib/orders/store.attempts";
import { reconcilePayments } from "@/lib/payments/reconcile/reconcile-payments";
import type { ApplePayPaymentInput } from "@/lib/payments/schema";
import { queryRows } from "@/lib/platform/db/database";
import { reconcileRefunds } from "@/lib/refunds/reconcile-refunds";
import { sendRefunds } from "@/lib/refunds/send-refund";
import { walletToken } from "@/tests/support/calls/apple-pay";
import { openDraw, readPool } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { approve, createCapture } from "@/tests/support/core/test-gateway";
import { toVerifier } from "./authenticate-verifier";
import { payVerification } from "./pay-verification";
import { refundVerification } from "./refund-verification";
import { toVerificationPayment } from "./rules.verification";
import { readVerification } from "./store";

let test: TestContext;
let verifier: Context;
let serial = 0;

beforeAll(async () => {
  test = await openTestContext();
  const openSession = async () => ({ kind: "unavailable", status: null, problem: "nobody asks" }) as const;
  verifier = { ...test.ctx, actor: { kind: "verifier" }, applePay: { merchantId: "merchant.test", openSession } };
});

beforeEach(() => {
  test.gateway.answer = async (request) => approve(request);
});

afterAll(() => test.close());

async function createInput(changes: Record<string, unknown> = {}): Promise<ApplePayPaymentInput> {
  serial += 1;
  const instanceId = await openDraw(test, `verified-${serial}`);
  const billing = { name: "Noé Gagnon", province: "ON", email_address: "noe@example.test", phone_number: "6135550199" };
  const token = walletToken({ amountCents: 100, merchant: "merchant.test" });
  const payment = {
    amount: 1,
    payment_method: "apple_pay" as const,
    order_number: `AP-mabc${String(serial).padStart(4, "0")}`,
    billing,
    apple_pay: {
      passthrough: false as const,
      apple_pay_merchant_id: "merchant.test",
      payment_token: token,
      complete: true as const,
    },
    ...changes,
  };
  return { instanceId, payment };
}

function toName({ instanceId, payment }: ApplePayPaymentInput) {
  return { drawId: instanceId, gatewayOrderNumber: payment.order_number };
}

async function read(call: ApplePayPaymentInput) {
  const rows = await readVerification(test.ctx.db, toName(call));
  return rows && toVerificationPayment(rows);
}

async function failedChecks({ instanceId }: ApplePayPaymentInput): Promise<string[]> {
  await sealEntries(test.ctx);
  const report = await checkInvariants(test.admin, { instanceId });
  return report.ok ? report.violations.map(({ check }) => check) : [report.reason];
}

describe("payVerification", () => {
  it("charges one dollar to the draw's account under its number, sells nothing, and locks the account in the draw", async () => {
    const call = await createInput();
    expect(await payVerification(verifier, call)).toMatchObject({
      ok: true,
      payment: { state: "approved", amount: 1 },
    });
    expect(test.gateway.charges.at(-1)).toMatchObject({ orderNumber: call.payment.order_number, amountCents: 100 });
    expect(await readPool(test, call.instanceId)).toMatchObject({ sold: 0, reserved: 0, sales_cents: 0 });
    const used = await queryRows(
      test.ctx.db,
      sql`select first_used_at from draw_secrets where draw_id = ${call.instanceId} and first_used_at is not null`,
    );
    expect(used.length).toBe(1);
    expect(await failedChecks(call)).toEqual([]);
  });

  it("is for verifiers only", async () => {
    const call = await createInput();
    for (const actor of [test.ctx.actor, test.admin.actor]) {
      const answer = await payVerification({ ...verifier, actor }, call);
      expect(answer).toEqual({ ok: false, reason: "verification-session-required" });
      expect(await refundVerification({ ...verifier, actor }, toName(call))).toMatchObject({ ok: false });
    }
    expect(await read(call)).toBeNull();
  });

  it("takes no money for a test draw in live mode", async () => {
    const call = await createInput();
    await openDraw(test, "verified-test", { isTestDraw: true });
    const live: Context = { ...verifier, mode: "live" };
    const answer = await payVerification(live, { ...call, instanceId: "verified-test" });
    expect(answer).toEqual({ ok: false, reason: "payment-unavailable" });
  });

  it("whose answer is lost is looked up: even if approved for another amount, exactly that amount is refunded", async () => {
    const call = await createInput();
    test.gateway.answer = async (request) => {
      test.gateway.ledger.push(createCapture({ ...request, amountCents: 250 }));
      return { kind: "unknown", code: null };
    };
    expect(await payVerification(verifier, call)).toMatchObject({ ok: true, payment: { state: "asking" } });
    expect(await refundVerification(verifier, toName(call))).toEqual({ ok: false, reason: "order-not-paid" });
    test.clock.advance(minuteMs);
    await reconcilePayments(test.ctx);
    expect(await read(call)).toMatchObject({ state: "approved", amount: 2.5 });
    expect(await refundVerification(verifier, toName(call))).toMatchObject({ payment: { refund: { state: "done" } } });
    expect(test.gateway.refunds.at(-1)).toMatchObject({ amountCents: 250 });
    expect(await failedChecks(call)).toEqual([]);
  });

  it("isn't charged by a process that slept past its deadline", async () => {
    const call = await createInput();
    const charges = test.gateway.charges.length;
    const random = (bytes: number) => {
      test.clock.advance(minuteMs);
      return test.ctx.random(bytes);
    };
    const answer = await payVerification({ ...verifier, random }, call);
    expect(answer).toEqual({ ok: false, reason: "payment-unavailable" });
    expect(test.gateway.charges).toHaveLength(charges);
  });

  it("whose token was spent by its first delivery is looked up, and found approved", async () => {
    const call = await createInput();
    test.gateway.answer = async (request) => {
      test.gateway.ledger.push(createCapture(request));
      return { kind: "refused", reason: "card-details-expired", code: "1196", transactionId: null, mayHavePaid: true };
    };
    expect(await payVerification(verifier, call)).toEqual({ ok: false, reason: "card-details-expired" });
    expect(await read(call)).toMatchObject({ state: "missing", reason: "card-details-expired" });
    test.clock.advance(minuteMs);
    await reconcilePayments(test.ctx);
    expect(await read(call)).toMatchObject({ state: "approved" });
  });

  it("that never reached the gateway is missing after two lookups, and can be refunded if found later", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const call = await createInput();
    test.gateway.answer = async () => ({ kind: "unknown", code: null });
    await payVerification(verifier, call);
    for (const minutes of [1, 16, 5]) {
      test.clock.advance(minutes * minuteMs);
      await reconcilePayments(test.ctx);
    }
    expect(await read(call)).toMatchObject({ state: "missing" });
    expect(told).toHaveBeenCalledWith(expect.stringContaining("The gateway has no record of a payment."));
    told.mockRestore();
    test.gateway.ledger.push(createCapture({ orderNumber: call.payment.order_number, amountCents: 100 }));
    test.clock.advance(24 * 60 * minuteMs);
    await reconcilePayments(test.ctx);
    expect(await read(call)).toMatchObject({ state: "approved" });
    expect(await failedChecks(call)).toEqual(["verification-kept"]);
    await refundVerification(verifier, toName(call));
    expect(await failedChecks(call)).toEqual([]);
  });
});

describe("refundVerification", () => {
  it("needs a fresh passkey of a person", async () => {
    const call = await createInput();
    await payVerification(verifier, call);
    const grants = [{ rights: ["payments"], scope: { kind: "everything" } }] as const;
    const as = (isFresh: boolean): Context => {
      const person = { id: "P1", sessionId: "S1", isFresh };
      const actor = toVerifier({ kind: "admin", name: "person:P1", grants, person });
      if (!actor) throw new Error("A person with the right is no verifier.");
      return { ...verifier, actor };
    };
    const sent = test.gateway.refunds.length;
    expect(await refundVerification(as(false), toName(call))).toEqual({ ok: false, reason: "passkey-required" });
    expect(test.gateway.refunds.length).toBe(sent);
    expect(await refundVerification(as(true), toName(call))).toMatchObject({ payment: { refund: { state: "done" } } });
  });

  it("requested several times at once refunds the money once, and every caller is told so", async () => {
    const call = await createInput();
    await payVerification(verifier, call);
    const sent = test.gateway.refunds.length;
    const asked = await test.ctx.db.transaction(async (tx) => {
      await lockAttemptWithoutOrder(tx, toName(call));
      const callers = [1, 2, 3].map(() => refundVerification(verifier, toName(call)));
      // Long enough for all of them to wait for the payment before they number their refunds.
      await test.ctx.wait(300);
      return { callers };
    });
    const answers = await Promise.all(asked.callers);
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(test.gateway.refunds.length).toBe(sent + 1);
    expect(await read(call)).toMatchObject({ refund: { state: "done" } });
  });

  it("is retried by the job after a temporary refusal", async () => {
    const call = await createInput();
    await payVerification(verifier, call);
    const giveBack = test.gateway.giveBack;
    test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-unavailable", code: null });
    await refundVerification(verifier, toName(call));
    test.gateway.giveBack = giveBack;
    expect(await read(call)).toMatchObject({ refund: { state: "under-way" } });
    test.clock.advance(10 * minuteMs);
    await sendRefunds(test.ctx);
    expect(await read(call)).toMatchObject({ refund: { state: "done" } });
    expect(await failedChecks(call)).toEqual([]);
  });

  it("whose answer is lost is looked up by its own number and not sent again", async () => {
    const call = await createInput();
    await payVerification(verifier, call);
    const giveBack = test.gateway.giveBack;
    test.gateway.giveBack = async (request) => {
      await giveBack(request);
      return { kind: "unknown", code: null };
    };
    const sent = test.gateway.refunds.length;
    await refundVerification(verifier, toName(call));
    await refundVerification(verifier, toName(call));
    test.gateway.giveBack = giveBack;
    test.clock.advance(minuteMs);
    await reconcileRefunds(test.ctx);
    expect(await read(call)).toMatchObject({ refund: { state: "done" } });
    expect(test.gateway.refunds.length).toBe(sent + 1);
    expect(await failedChecks(call)).toEqual([]);
  });

  it("is reported by the invariants if it wasn't requested within an hour of the payment", async () => {
    const call = await createInput();
    await payVerification(verifier, call);
    test.clock.advance(59 * minuteMs);
    expect(await failedChecks(call)).toEqual([]);
    test.clock.advance(minuteMs);
    expect(await failedChecks(call)).toEqual(["verification-kept"]);
  });
});
