import { expect, it } from "vitest";

import type { Context } from "@/lib/context";
import type { ApplePayPaymentInput, PayOrderInput } from "@/lib/payments/schema";
import { payVerification } from "@/lib/verification/pay-verification";
import { approveSlowly, createWalletPayment, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { payOrder } from "./pay-order";

function withApplePay({ ctx }: TestContext): Context {
  const openSession = async () => ({ kind: "unavailable", status: null, problem: "nobody asks" }) as const;
  return { ...ctx, applePay: { merchantId: "merchant.test", openSession } };
}

function sentFor<Input extends PayOrderInput>(input: Input, orderNumber: string): Input {
  return { ...input, payment: { ...input.payment, order_number: orderNumber } };
}

it("of two orders paid at once with one token, one is paid; without the unique token, both are", async () => {
  const pay = async (test: TestContext) => {
    const ctx = withApplePay(test);
    const draw = await openDraw(test, "one-token");
    const [left, right] = [await place(test, draw), await place(test, draw)];
    const first = createWalletPayment(left);
    const second = sentFor(first, `AP${right.orderId}`);
    test.gateway.answer = approveSlowly;
    const answers = await Promise.all([payOrder(ctx, first), payOrder(ctx, second)]);
    return [...answers.map(getOutcome).sort(), test.gateway.charges.length];
  };
  expect(await withAndWithout(sabotage.walletToken, pay)).toEqual({
    guarded: ["apple-pay-token-used", "paid", 1],
    unguarded: ["paid", "paid", 2],
  });
});

it("a token that pays an order can't verify, nor the other way round; the other order is paid with a new one", async () => {
  const pay = async (test: TestContext) => {
    const ctx = withApplePay(test);
    const verifier: Context = { ...ctx, actor: { kind: "verifier" } };
    const cheap = { ticketPriceInfo: [{ id: "one", tickets: 1, price: 1 }] };
    const draw = await openDraw(test, "token-verifies", cheap);
    const [paid, other] = [await place(test, draw), await place(test, draw)];
    const used = createWalletPayment(paid) as ApplePayPaymentInput;
    const outcomes = [getOutcome(await payOrder(ctx, used))];
    const verified = await payVerification(verifier, sentFor(used, "AP-mabc0001"));
    outcomes.push(verified.ok ? verified.payment.state : verified.reason);
    const fresh = createWalletPayment(other) as ApplePayPaymentInput;
    const reversed = await payVerification(verifier, sentFor(fresh, "AP-mabc0002"));
    outcomes.push(reversed.ok ? reversed.payment.state : reversed.reason);
    outcomes.push(getOutcome(await payOrder(ctx, fresh)), getOutcome(await payOrder(ctx, createWalletPayment(other))));
    return outcomes;
  };
  expect(await withAndWithout(sabotage.walletToken, pay)).toEqual({
    guarded: ["paid", "apple-pay-token-used", "approved", "apple-pay-token-used", "paid"],
    unguarded: ["paid", "approved", "approved", "paid", "paid"],
  });
});
