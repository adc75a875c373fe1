import { describe, expect, it } from "vitest";

import { fakeOrder } from "@/tests/support/views/fake-order";

import type { SaleState } from "./sale-state";
import { canBeSetAside, initialSale, isInFlight, isMoneyMoving } from "./sale-state";

const order = fakeOrder();
const paying = fakeOrder({ status: "paying" });
const unknown = fakeOrder({ status: "unknown" });
const finalized = fakeOrder({ status: "finalized" });

function at(phase: SaleState["phase"], changes: Partial<SaleState> = {}): SaleState {
  return { ...initialSale, phase, order, ...changes };
}

it("a payment in flight is recognized", () => {
  expect([order, paying, unknown, finalized].map(isInFlight)).toEqual([false, true, true, false]);
});

describe("a sale may be set aside", () => {
  it.each<[string, SaleState, boolean]>([
    ["while a phone has its order", at("collecting", { method: "phone" }), true],
    ["while a bank does not answer", at("collecting", { method: "card", order: unknown }), true],
    ["while a card's answer is lost", at("checking", { method: "card" }), true],
    ["but not while cash is in a hand", at("checking", { method: "cash" }), false],
    ["nor beside a phone's payment", at("collecting", { order: paying, givenCents: 5000 }), false],
    ["nor while its card is being charged", at("charging", { method: "card" }), false],
    ["nor before it has an order", at("placing", { method: "phone", order: null }), false],
    ["nor while it only waits for cash", at("collecting"), false],
  ])("%s", (_when, state, may) => {
    expect(canBeSetAside(state)).toBe(may);
  });
});

describe("a sale's money may be in progress", () => {
  it.each<[string, SaleState, boolean]>([
    ["while cash is being recorded", at("taking", { givenCents: 2000 }), true],
    ["while a card is charged", at("charging", { method: "card" }), true],
    ["while nobody knows", at("checking"), true],
    ["while a bank does not answer", at("collecting", { method: "card", order: unknown }), true],
    [
      "while cash lies beside a phone's payment",
      at("collecting", { method: "phone", order: paying, givenCents: 1 }),
      true,
    ],
    ["but not while a phone alone pays", at("collecting", { method: "phone", order: paying }), false],
    ["nor after a card was declined", at("collecting", { method: "card", refusalReason: "declined" }), false],
    ["nor before anything was sent", at("placing", { order: null }), false],
  ])("%s", (_when, state, may) => {
    expect(isMoneyMoving(state)).toBe(may);
  });
});
