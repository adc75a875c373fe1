import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import type { OrderView } from "@/lib/orders/rules";
import { createProfile } from "@/lib/payments/pay/create-profile";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { getCustomerCode } from "@/lib/payments/pay/rules";
import type { ApplePayPaymentInput, PayOrderInput } from "@/lib/payments/schema";
import { queryRows } from "@/lib/platform/db/database";
import { sendRefunds } from "@/lib/refunds/send-refund";
import { payVerification } from "@/lib/verification/pay-verification";
import { demoMerchant, sheetBilling, walletToken } from "@/tests/support/calls/apple-pay";
import {
  expectLogs,
  hideCaptures,
  listAttempts,
  payUnanswered,
  readRefundsAndMail,
  readStatus,
  reconcileAfter,
  reconcileFor,
} from "@/tests/support/core/attempts";
import { createPayment, createWalletPayment, getOutcome, openDraw, place, readPool } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";

const minute = 60_000;

let test: TestContext;
let logged: string[];
let serial = 0;

beforeAll(async () => {
  test = await openTestContext();
});
beforeEach(() => {
  logged = expectLogs();
  test.gateway.money = "play";
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

const unfit = [
  ["live", "play"],
  ["test", "real"],
] as const;

async function openIn(mode: Context["mode"]): Promise<{ ctx: Context; order: OrderView }> {
  serial += 1;
  const order = await place(test, await openDraw(test, `unfit-${serial}`));
  const openSession = async () => ({ kind: "unavailable", status: null, problem: "nobody asks" }) as const;
  return { ctx: { ...test.ctx, mode, applePay: { merchantId: demoMerchant, openSession } }, order };
}

function createStoredCardPayment(order: OrderView): PayOrderInput {
  const { instanceId, orderId, amount } = order;
  const payment_profile = { customer_code: getCustomerCode(orderId), card_id: 1 as const, complete: true as const };
  const payment = { amount, payment_method: "payment_profile" as const, order_number: orderId, payment_profile };
  return { instanceId, payment: { ...payment, billing: {} } };
}

function createVerification({ instanceId }: OrderView): ApplePayPaymentInput {
  const apple_pay = {
    ...{ passthrough: false as const, complete: true as const, apple_pay_merchant_id: demoMerchant },
    payment_token: walletToken({ amountCents: 100 }),
  };
  const order_number = `AP-unfit${String(serial).padStart(4, "0")}`;
  const payment = { amount: 1, payment_method: "apple_pay" as const, order_number, billing: sheetBilling, apple_pay };
  return { instanceId, payment };
}

async function failedChecks(order: OrderView): Promise<string[]> {
  await sendRefunds(test.ctx);
  const report = await checkInvariants(test.admin, { instanceId: order.instanceId });
  return report.ok ? report.violations.map(({ check }) => check) : [report.reason];
}

describe.each(unfit)("in %s mode %s money", (mode, money) => {
  beforeEach(() => {
    test.gateway.money = money;
  });

  it.each([
    ["a card", createPayment],
    ["Apple Pay", createWalletPayment],
    ["a stored card", createStoredCardPayment],
  ] as const)("of %s sells nothing and all of it is refunded", async (_name, toPayment) => {
    const { ctx, order } = await openIn(mode);
    expect(getOutcome(await payOrder(ctx, toPayment(order)))).toBe("payment-returned");
    expect(await readStatus(test, order)).toBe("refunded");
    expect(await listAttempts(test, order)).toMatchObject([{ state: "surplus", reason: `${money}-money` }]);
    expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [1000], mails: ["returned"] });
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: 0, reserved: 0 });
    expect(logged.join()).toContain(`${money}-money`);
    expect(await failedChecks(order)).toEqual([]);
    expect(test.gateway.refunds.at(-1)).toMatchObject({ amountCents: 1000 });
  });

  it("that is found by lookup sells nothing and is refunded", async () => {
    const { ctx, order } = await openIn(mode);
    await payUnanswered({ ...test, ctx }, order);
    await reconcileAfter({ ...test, ctx }, 2000);
    expect(await readStatus(test, order)).toBe("refunded");
    expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [1000], mails: ["returned"] });
    expect(await failedChecks(order)).toEqual([]);
  });

  it("that is found after its order was released sells nothing and is refunded", async () => {
    const { ctx, order } = await openIn(mode);
    const there = { ...test, ctx };
    await payUnanswered(there, order);
    const hidden = hideCaptures(test, order);
    await reconcileFor(there, 17 * minute);
    test.gateway.ledger.push(...hidden);
    await reconcileFor(there, 60 * minute);
    expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [1000], mails: ["returned"] });
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: 0, reserved: 0 });
  });

  it("stops card payments for its draw until credentials are imported again", async () => {
    const { ctx, order } = await openIn(mode);
    const waiting = await place(test, order.instanceId);
    await payOrder(ctx, createPayment(order));
    const charged = test.gateway.charges.length;
    expect(getOutcome(await payOrder(ctx, createPayment(waiting)))).toBe("payment-unavailable");
    const tokenized = { instanceId: waiting.instanceId, orderId: waiting.orderId, token: "a-token" };
    expect(await createProfile(ctx, tokenized)).toMatchObject({ reason: "payment-unavailable" });
    await expect(place(test, order.instanceId)).rejects.toThrow("payment-unavailable");
    expect(test.gateway.charges).toHaveLength(charged);
    test.gateway.money = money === "play" ? "real" : "play";
    await importDraw(test.admin, drawAt(test.clock.now(), { id: order.instanceId, urlSlug: order.instanceId }));
    expect(getOutcome(await payOrder(ctx, createPayment(waiting)))).toBe("paid");
  });

  it("of a verification is refunded automatically", async () => {
    const { ctx, order } = await openIn(mode);
    await payVerification({ ...ctx, actor: { kind: "verifier" } }, createVerification(order));
    await sendRefunds(test.ctx);
    const refunds = await queryRows(
      test.ctx.db,
      sql`select state, amount_cents, requested_by from refunds where draw_id = ${order.instanceId}`,
    );
    expect(refunds).toEqual([{ state: "done", amount_cents: 100, requested_by: "system" }]);
    expect(logged.join()).toContain(`a verification: ${money}-money`);
  });
});

it.each([
  ["live", "real"],
  ["test", "play"],
  ["demo", "play"],
] as const)("in %s mode %s money sells", async (mode, money) => {
  const { ctx, order } = await openIn(mode);
  test.gateway.money = money;
  expect(getOutcome(await payOrder(ctx, createPayment(order)))).toBe("paid");
});

it("a gateway that doesn't mark its money as play money gets numbers issued for nothing in live mode", async () => {
  const sellFor = async (told: "play" | undefined) => {
    const { ctx, order } = await openIn("live");
    const charge: Context["gateway"]["charge"] = async (...call) => {
      const { money: _money, ...outcome } = (await test.gateway.charge(...call)) as { money?: string };
      return { ...outcome, ...(told ? { money: told } : {}) } as Awaited<ReturnType<Context["gateway"]["charge"]>>;
    };
    await payOrder({ ...ctx, gateway: { ...ctx.gateway, charge } }, createPayment(order));
    return (await readPool(test, order.instanceId)).sold;
  };
  expect([await sellFor("play"), await sellFor(undefined)]).toEqual([0, 1]);
});

it("without the record of an unfit account, every buyer is charged and refunded", async () => {
  const chargeTwo = async (stage: TestContext) => {
    stage.gateway.money = "real";
    const instanceId = await openDraw(stage, "unnoted");
    const orders = [await place(stage, instanceId), await place(stage, instanceId)];
    for (const order of orders) await payOrder(stage.ctx, createPayment(order));
    return stage.gateway.charges.length;
  };
  expect(await withAndWithout(sabotage.unfitAccount, chargeTwo)).toEqual({ guarded: 1, unguarded: 2 });
});
