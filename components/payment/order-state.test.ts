import { describe, expect, it } from "vitest";
import type { OrderStatus, OrderView, RefundView } from "@/lib/orders/rules";
import type { LastPaymentView } from "@/lib/orders/rules.payment";
import english from "@/messages/en.json";
import { fakeOrder } from "@/tests/support/views/fake-order";
import type { OrderState } from "./order-state";
import { getDisplayKey, getOrderState, isChanging } from "./order-state";

const numbers = [{ poolId: "main", first: 1, last: 10, void: false }];
const voided = [{ poolId: "main", first: 1, last: 10, void: true }];

function refund(state: RefundView["state"], lines = 0): RefundView {
  return { amount: 10, state, lines, isCash: false, requestedAt: "2026-11-20T13:00:00Z", doneAt: null };
}

function payment(state: LastPaymentView["state"]): LastPaymentView {
  return { sentAt: "2026-11-20T12:01:00Z", state };
}

describe("the state shown on a page", () => {
  const cases: [OrderStatus, Partial<OrderView>, OrderState][] = [
    ["reserved", {}, "reserved"],
    ["reserved", { lastPayment: payment("declined") }, "declined"],
    ["reserved", { lastPayment: payment("missing") }, "missing"],
    ["paying", { lastPayment: payment("asking") }, "asking"],
    ["unknown", { lastPayment: payment("asking") }, "asking"],
    ["expired", {}, "expired"],
    ["expired", { lastPayment: payment("declined") }, "expired"],
    ["expired", { lastPayment: payment("missing") }, "lapsed"],
    ["cancelled", { lastPayment: payment("missing") }, "cancelled"],
    ["finalized", { numbers }, "finalized"],
    ["finalized", { numbers, refunds: [refund("under-way", 1)] }, "finalized"],
    ["finalized", { numbers: [...numbers, ...voided] }, "partly"],
    ["refunded", { numbers: voided, refunds: [refund("done", 1)] }, "refunded"],
    ["refunded", { refunds: [refund("under-way")] }, "returning"],
    ["refunded", {}, "returning"],
    ["refunded", { refunds: [refund("done"), refund("under-way")] }, "returning"],
    ["refunded", { refunds: [refund("done")] }, "returned"],
    ["refunded", { refunds: [refund("refused"), refund("done")] }, "stuck"],
  ];
  it.each(cases)("%s with %j is %s", (status, changes, expected) => {
    expect(getOrderState(fakeOrder({ status, ...changes }))).toBe(expected);
    expect(english.order.states[expected].text).not.toBe("");
  });

  it("says thank you once, right after payment, and only if all numbers are valid", () => {
    expect(getOrderState(fakeOrder({ status: "finalized", numbers }), true)).toBe("confirmed");
    expect(getOrderState(fakeOrder({ status: "finalized", numbers: voided }), true)).toBe("partly");
  });

  it("never says that nothing was charged while the bank might still find the payment", () => {
    const open = ["asking", "missing", "lapsed", "returning", "returned", "stuck"] as const;
    for (const state of open) expect(english.order.states[state].text).not.toMatch(/nothing was charged|not charged/i);
  });
});

describe("a page that must be rendered again", () => {
  const asked = fakeOrder({ status: "unknown", lastPayment: payment("asking") });

  it("is one whose order shows something else", () => {
    expect(getDisplayKey(fakeOrder({ status: "finalized", numbers }))).not.toBe(getDisplayKey(asked));
    expect(getDisplayKey({ ...asked, status: "reserved" })).not.toBe(getDisplayKey(asked));
    const returning = fakeOrder({ status: "refunded", refunds: [refund("under-way")] });
    expect(getDisplayKey({ ...returning, refunds: [refund("done")] })).not.toBe(getDisplayKey(returning));
  });

  it("isn't one whose order says the same with another status", () => {
    expect(getDisplayKey({ ...asked, status: "paying" })).toBe(getDisplayKey(asked));
  });

  it("is watched while the payment is pending and while money is in progress, and no longer", () => {
    expect(isChanging(asked)).toBe(true);
    expect(isChanging(fakeOrder({ status: "finalized", numbers, refunds: [refund("under-way", 1)] }))).toBe(true);
    expect(isChanging(fakeOrder({ status: "refunded", refunds: [refund("done")] }))).toBe(false);
    expect(isChanging(fakeOrder())).toBe(false);
  });
});
