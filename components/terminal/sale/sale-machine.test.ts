import { describe, expect, it } from "vitest";

import { fakeOrder } from "@/tests/support/views/fake-order";

import { saleReducer } from "./sale-machine";
import type { SaleEvent, SaleState } from "./sale-state";
import { initialSale } from "./sale-state";

const order = fakeOrder({ amount: 20 });
const paying = fakeOrder({ amount: 20, status: "paying" });
const unknown = fakeOrder({ amount: 20, status: "unknown" });
const finalized = fakeOrder({ amount: 20, status: "finalized" });
const declined = fakeOrder({ amount: 20, lastPayment: { sentAt: "2026-11-20T12:00:00Z", state: "declined" } });

function at(phase: SaleState["phase"], changes: Partial<SaleState> = {}): SaleState {
  return { ...initialSale, phase, order, shownCents: 2000, ...changes };
}

const placing = at("placing", { order: null });

type Row = [string, SaleState, SaleEvent, Partial<SaleState>];

const rows: Row[] = [
  [
    "a method is chosen",
    initialSale,
    { type: "chosen", method: "phone", shownCents: 2000 },
    { phase: "placing", method: "phone" },
  ],
  ["an order is there", placing, { type: "placed", order }, { phase: "collecting", order, refusalReason: null }],
  [
    "another sum than was shown is told",
    placing,
    { type: "placed", order: fakeOrder({ amount: 25 }) },
    { phase: "collecting", refusalReason: "amount-mismatch" },
  ],
  [
    "cash confirmed before the order was there is taken with it",
    { ...placing, givenCents: 2000 },
    { type: "placed", order },
    { phase: "taking", givenCents: 2000 },
  ],
  [
    "but never for another sum",
    { ...placing, givenCents: 2000 },
    { type: "placed", order: fakeOrder({ amount: 25 }) },
    { phase: "collecting", refusalReason: "amount-mismatch", givenCents: null },
  ],
  [
    "nor for an order that is being paid, beside which it lies",
    { ...placing, givenCents: 2000 },
    { type: "placed", order: paying },
    { phase: "collecting", givenCents: 2000 },
  ],
  [
    "the same key finds an order that was paid since, elsewhere: its numbers are not this buyer's",
    { ...placing, givenCents: 2000 },
    { type: "placed", order: finalized },
    { phase: "over", order: null, refusalReason: "order-finalized", givenCents: null },
  ],
  [
    "a refused order goes back to the choice of the same sale",
    { ...placing, method: "card" },
    { type: "refused", reason: "sold-out" },
    { phase: "choosing", method: "card", order: null, refusalReason: "sold-out" },
  ],
  [
    "a reservation without an answer too",
    placing,
    { type: "refused", reason: "unreachable" },
    { phase: "choosing", refusalReason: "unreachable" },
  ],
  [
    "confirmed cash is taken",
    at("collecting"),
    { type: "cash-confirmed", givenCents: 5000 },
    { phase: "taking", givenCents: 5000 },
  ],
  [
    "cash taken is sold",
    at("taking", { givenCents: 5000 }),
    { type: "paid", order: finalized },
    { phase: "sold", givenCents: 5000 },
  ],
  [
    "cash without an answer is asked about",
    at("taking", { givenCents: 5000 }),
    { type: "refused", reason: "unreachable" },
    { phase: "checking", givenCents: 5000 },
  ],
  [
    "and was taken",
    at("checking", { givenCents: 5000 }),
    { type: "order-read", order: finalized },
    { phase: "sold", order: finalized, givenCents: 5000 },
  ],
  [
    "or not made",
    at("checking", { givenCents: 5000 }),
    { type: "order-read", order },
    { phase: "collecting", refusalReason: "payment-not-made", givenCents: null },
  ],
  [
    "cash refused for a phone payment in flight looks again",
    at("taking"),
    { type: "refused", reason: "order-being-paid" },
    { phase: "restoring", refusalReason: "order-being-paid" },
  ],
  [
    "and waits for it, beside cash that does not count",
    at("restoring", { refusalReason: "order-being-paid", givenCents: 5000 }),
    { type: "order-read", order: paying },
    { phase: "collecting", order: paying, refusalReason: null, givenCents: 5000 },
  ],
  [
    "that was given back",
    at("collecting", { order: paying, givenCents: 5000 }),
    { type: "cash-returned" },
    { phase: "collecting", order: paying, givenCents: null },
  ],
  [
    "or goes back once the phone has paid",
    at("collecting", { order: paying, givenCents: 5000 }),
    { type: "order-read", order: finalized },
    { phase: "sold", givenCents: 5000 },
  ],
  [
    "or is counted anew once it has not",
    at("collecting", { order: paying, givenCents: 5000 }),
    { type: "order-read", order: declined },
    { phase: "collecting", refusalReason: "declined", givenCents: null },
  ],
  [
    "too little cash is told",
    at("taking"),
    { type: "refused", reason: "cash-too-little" },
    { phase: "collecting", refusalReason: "cash-too-little" },
  ],
  [
    "cash that another tablet has taken already ends the sale",
    at("taking", { givenCents: 5000 }),
    { type: "refused", reason: "cash-taken-elsewhere" },
    { phase: "over", order: null, refusalReason: "cash-taken-elsewhere", givenCents: null },
  ],
  [
    "an order that is found sold for another tablet's cash ends the sale",
    at("collecting"),
    { type: "refused", reason: "cash-taken-elsewhere" },
    { phase: "over", order: null, refusalReason: "cash-taken-elsewhere" },
  ],
  [
    "cash for what a phone has paid looks again",
    at("taking", { givenCents: 5000 }),
    { type: "refused", reason: "order-finalized" },
    { phase: "restoring", givenCents: 5000 },
  ],
  [
    "an order that is gone ends the sale",
    at("taking"),
    { type: "refused", reason: "order-expired" },
    { phase: "over", order: null, refusalReason: "order-expired" },
  ],
  [
    "a phone pays",
    at("collecting", { method: "phone" }),
    { type: "order-read", order: paying },
    { phase: "collecting", order: paying },
  ],
  [
    "a phone has paid",
    at("collecting", { method: "phone", order: paying }),
    { type: "order-read", order: finalized },
    { phase: "sold" },
  ],
  [
    "a phone's card was declined",
    at("collecting", { method: "phone", order: paying }),
    { type: "order-read", order: declined },
    { phase: "collecting", refusalReason: "declined" },
  ],
  [
    "the buyer gave the order up",
    at("collecting", { method: "phone" }),
    { type: "order-read", order: fakeOrder({ status: "cancelled" }) },
    { phase: "over", order: null, refusalReason: "order-cancelled" },
  ],
  [
    "cash instead",
    at("collecting", { method: "phone" }),
    { type: "method-changed", method: "cash" },
    { method: "cash" },
  ],
  ["a card is charged", at("collecting", { method: "card" }), { type: "charging" }, { phase: "charging" }],
  [
    "a card is declined",
    at("charging", { method: "card" }),
    { type: "refused", reason: "declined" },
    { phase: "collecting", refusalReason: "declined" },
  ],
  [
    "a payment without an answer is asked about",
    at("charging", { method: "card" }),
    { type: "answer-lost" },
    { phase: "checking" },
  ],
  [
    "and waits with the bank",
    at("checking", { method: "card" }),
    { type: "order-read", order: unknown },
    { phase: "collecting", order: unknown, refusalReason: null },
  ],
  [
    "a payment that is open waits",
    at("charging", { method: "card" }),
    { type: "payment-open", order: unknown },
    { phase: "collecting", order: unknown },
  ],
  ["a sale is given up", at("collecting"), { type: "cancelling" }, { phase: "cancelling" }],
  [
    "its tickets are free, and nothing of it is chosen for the next",
    at("cancelling", { method: "card" }),
    { type: "released" },
    { ...initialSale, phase: "over" },
  ],
  [
    "a cancellation without an answer is asked about",
    at("cancelling"),
    { type: "refused", reason: "unreachable" },
    { phase: "checking" },
  ],
  ["the time is over by this clock", at("collecting"), { type: "time-over" }, { phase: "restoring" }],
  ["a sale is looked for", initialSale, { type: "restoring" }, { phase: "restoring" }],
  [
    "and found",
    { ...initialSale, phase: "restoring" },
    { type: "order-read", order },
    { phase: "collecting", order, refusalReason: null },
  ],
  [
    "or found sold",
    { ...initialSale, phase: "restoring" },
    { type: "order-read", order: finalized },
    { phase: "sold" },
  ],
  [
    "or is not there",
    { ...initialSale, phase: "restoring" },
    { type: "refused", reason: "order-not-found" },
    { phase: "over", refusalReason: "order-not-found" },
  ],
  [
    "or the server does not answer",
    { ...initialSale, phase: "restoring" },
    { type: "refused", reason: "unreachable" },
    { phase: "restoring" },
  ],
  [
    "an extended hold",
    at("collecting"),
    { type: "extended", order: fakeOrder({ amount: 20, extensionsLeft: 9 }) },
    { phase: "collecting" },
  ],
  [
    "a hold that was not extended",
    at("collecting"),
    { type: "not-extended", reason: "extension-limit" },
    { phase: "collecting", refusalReason: "extension-limit" },
  ],
];

const changesNothing: [string, SaleState, SaleEvent][] = [
  ["a second choice while tickets are reserved", placing, { type: "chosen", method: "card", shownCents: 1 }],
  [
    "a second confirmation while cash is taken",
    at("taking", { givenCents: 2000 }),
    { type: "cash-confirmed", givenCents: 5000 },
  ],
  ["cash while a phone pays", at("collecting", { order: paying }), { type: "cash-confirmed", givenCents: 2000 }],
  ["a card while a phone pays", at("collecting", { order: paying }), { type: "charging" }],
  ["a card while the bank is asked", at("collecting", { order: unknown }), { type: "charging" }],
  ["giving up while a phone pays", at("collecting", { order: paying }), { type: "cancelling" }],
  [
    "another method while a phone pays",
    at("collecting", { order: paying }),
    { type: "method-changed", method: "cash" },
  ],
  ["a look while cash is taken", at("taking"), { type: "order-read", order }],
  ["a look while a card is charged", at("charging"), { type: "order-read", order: paying }],
  ["time while a card is charged", at("charging"), { type: "time-over" }],
  ["a late order", initialSale, { type: "placed", order }],
  [
    "a hold that was not extended while cash is taken",
    at("taking"),
    { type: "not-extended", reason: "internal-error" },
  ],
  ["anything after the sale", at("sold"), { type: "released" }],
  ["anything after its end", at("over"), { type: "chosen", method: "cash", shownCents: 1 }],
  ["an extension of another order", at("collecting"), { type: "extended", order: fakeOrder({ orderId: "OTHER" }) }],
];

describe("a sale", () => {
  it.each(rows)("%s", (_name, state, event, expected) => {
    expect(saleReducer(state, event)).toMatchObject(expected);
  });

  it.each(changesNothing)("isn't changed by %s", (_name, state, event) => {
    expect(saleReducer(state, event)).toBe(state);
  });

  it("a lost answer to a cancellation is looked up like a lost payment", () => {
    expect(saleReducer(at("cancelling"), { type: "answer-lost" }).phase).toBe("checking");
  });
});
