import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { requireOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { expectLogs, payUnanswered, readStatus, reconcileFor } from "@/tests/support/core/attempts";
import { createPayment, openDraw, place, readPool } from "@/tests/support/core/orders";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { settleByHand } from "./settle-by-hand";

const test = await openTestContext();
const minute = 60_000;

beforeEach(() => void expectLogs());
afterAll(() => test.close());

async function loseAll(drawIds: string[]): Promise<OrderView[]> {
  test.gateway.listPayments = async () => ({ kind: "not-authorized" });
  const orders = await Promise.all(drawIds.map((drawId) => place(test, drawId)));
  for (const order of orders) await payUnanswered(test, order, null);
  await reconcileFor(test, 20 * minute, 5 * minute);
  return orders;
}

async function statePaid(order: OrderView, transactionId: string): Promise<string> {
  const settled = await settleByHand(test.admin, order, { paid: true, transactionId });
  return settled.ok ? (await requireOrder(test.admin, order)).status : settled.reason;
}

describe("a statement is refused", () => {
  it("for a transaction that another payment of the draw has", async () => {
    const draw = await openDraw(test, "stated-twice");
    const first = await place(test, draw);
    await payOrder(test.ctx, createPayment(first));
    const taken = test.gateway.ledger.find(({ orderNumber }) => orderNumber === first.orderId)?.transactionId ?? "";
    const [order] = (await loseAll([draw])) as [OrderView];
    expect(await statePaid(order, taken)).toBe("transaction-taken");
    expect(await readStatus(test, order)).toBe("unknown");
  });

  it("for a transaction that another admin is using to settle another order at the same time", async () => {
    const draw = await openDraw(test, "stated-together");
    const orders = await loseAll([draw, draw, draw, draw]);
    const answers = await Promise.all(orders.map((order) => statePaid(order, "55667788")));
    expect(answers.sort()).toEqual(["finalized", "transaction-taken", "transaction-taken", "transaction-taken"]);
    expect(await readPool(test, draw)).toMatchObject({ sold: 1, reserved: 3 });
  });

  it("for a transaction that another draw of the merchant account has, but not another account's", async () => {
    const bambora = { ...(drawAt(test.clock.now()).apiKeys as { bambora: object }).bambora, merchantId: "300200999" };
    const orders = await loseAll([
      await openDraw(test, "stated-here"),
      await openDraw(test, "stated-there"),
      await openDraw(test, "stated-elsewhere", { apiKeys: { bambora } }),
    ]);
    const answers: string[] = [];
    for (const order of orders) answers.push(await statePaid(order, "66778899"));
    expect(answers).toEqual(["finalized", "transaction-taken", "finalized"]);
  });
});
