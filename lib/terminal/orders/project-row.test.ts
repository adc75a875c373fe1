import { afterAll, afterEach, expect, it, vi } from "vitest";

import { payOrder } from "@/lib/payments/pay/pay-order";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { requestRefund } from "@/lib/refunds/request-refund";
import { expectLogs } from "@/tests/support/core/attempts";
import { openCashDraw } from "@/tests/support/core/cash";
import { createPayment } from "@/tests/support/core/orders";
import { placeBy, registerDevice } from "@/tests/support/core/terminal";
import { openTestContext } from "@/tests/support/core/test-context";

import { listOrders } from "./list-orders";
import type { TerminalOrderRow } from "./rules";

const test = await openTestContext();
const gate = await registerDevice(test, { deviceId: "gate-1", name: "Gate 1", listsOthers: true });

afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

async function rowOf(instanceId: string): Promise<TerminalOrderRow | undefined> {
  const answer = await listOrders(gate, { instanceId });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.orders[0];
}

const two = [
  { poolId: "main", packageId: "one", quantity: 1 },
  { poolId: "main", packageId: "five", quantity: 1 },
];

it("an order with one refunded line is partially refunded, and refunded once the other is too", async () => {
  const draw = await openCashDraw(test, "in-part");
  const order = await placeBy(gate, draw, { lines: two });
  await settleCash(gate, order);
  expect(await rowOf(draw)).toMatchObject({ status: "finalized", isPartlyRefunded: false });
  await requestRefund(gate, order, { lines: [1] });
  expect(await rowOf(draw)).toMatchObject({ status: "finalized", isPartlyRefunded: true });
  await requestRefund(gate, order, { lines: [2] });
  expect(await rowOf(draw)).toMatchObject({ status: "refunded", isPartlyRefunded: false });
});

it("a refund that returned nothing leaves an order paid", async () => {
  expectLogs();
  const draw = await openCashDraw(test, "not-in-part");
  const order = await placeBy(gate, draw, { lines: two });
  await payOrder(test.ctx, createPayment(order));
  const { refund } = test.gateway;
  test.gateway.refund = async () => ({ kind: "refused", reason: "refund-refused", code: "1" });
  expect(await requestRefund(test.admin, order, { lines: [1] })).toMatchObject({ ok: false });
  test.gateway.refund = refund;
  expect(await rowOf(draw)).toMatchObject({ status: "finalized", isPartlyRefunded: false });
});

it("an order being paid shows until when the bank may answer, and nothing afterwards", async () => {
  const draw = await openCashDraw(test, "answer-by");
  const order = await placeBy(test.ctx, draw);
  const { answer } = test.gateway;
  let during: TerminalOrderRow | undefined;
  test.gateway.answer = async (...call) => {
    during = await rowOf(draw);
    return answer(...call);
  };
  await payOrder(test.ctx, createPayment(order));
  test.gateway.answer = answer;
  const answerBy = new Date(test.clock.now().getTime() + 30_000).toISOString();
  expect(during).toMatchObject({ status: "paying", nextStep: "wait", answerBy });
  expect(await rowOf(draw)).toMatchObject({ status: "finalized", answerBy: null });
});
