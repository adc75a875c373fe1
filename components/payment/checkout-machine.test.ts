import { describe, expect, it } from "vitest";
import type { OrderStatus, OrderView } from "@/lib/orders/rules";
import { fakeOrder } from "@/tests/support/views/fake-order";

import type { CheckoutEvent, CheckoutState, Phase } from "./checkout-machine";
import { checkoutReducer, initialState } from "./checkout-machine";

function createOrder(status: OrderStatus = "reserved"): OrderView {
  return fakeOrder({ status, amount: 20 });
}

function createState(phase: Phase, order: OrderView | null = null): CheckoutState {
  return { ...initialState, phase, order };
}

function run(...events: CheckoutEvent[]): CheckoutState {
  return events.reduce(checkoutReducer, initialState);
}

const submitted: CheckoutEvent = { type: "submitted", method: "card" };
const placed: CheckoutEvent = { type: "placed", order: createOrder() };
const sent: CheckoutEvent = { type: "payment-sent", at: Date.parse("2026-11-20T12:01:00Z") };

describe("the way to a paid order", () => {
  it("reserves, takes the card, pays and leaves", () => {
    expect(run(submitted).phase).toBe("placing");
    expect(run(submitted, placed)).toMatchObject({ phase: "tokenizing", held: false });
    expect(run(submitted, placed, sent).phase).toBe("paying");
    const paid = run(submitted, placed, sent, { type: "paid", order: createOrder("finalized") });
    expect(paid).toMatchObject({ phase: "leaving", destination: "success" });
  });

  it("pays a held order without reserving again", () => {
    expect(checkoutReducer({ ...createState("editing", createOrder()), held: true }, submitted)).toMatchObject({
      phase: "tokenizing",
      held: true,
    });
  });

  it("opens the order's page if the bank hasn't answered yet", () => {
    const open = run(submitted, placed, sent, { type: "payment-open", order: createOrder("unknown") });
    expect(open).toMatchObject({ phase: "leaving", destination: "order" });
  });

  it("offers to pay again if the answer is that the order is open again", () => {
    const free = run(submitted, placed, sent, { type: "payment-open", order: createOrder() });
    expect(free).toMatchObject({ phase: "editing", held: true, refusal: { reason: "payment-not-made" } });
  });
});

describe("a refusal", () => {
  const cases: [reason: "declined" | "card-token-failed" | "sold-out" | "attempt-limit", about: string][] = [
    ["declined", "card"],
    ["card-token-failed", "card"],
    ["sold-out", "order"],
    ["attempt-limit", "order"],
  ];
  it.each(cases)("%s stays beside the %s", (reason, about) => {
    const refused = run(submitted, placed, sent, { type: "refused", reason });
    expect(refused).toMatchObject({ phase: "editing", refusal: { reason, about } });
  });

  it("keeps a declined order, so that a second card pays the same one", () => {
    const declined = run(submitted, placed, sent, { type: "refused", reason: "declined" });
    expect(declined).toMatchObject({ order: { orderId: createOrder().orderId }, held: true });
    expect(checkoutReducer(declined, submitted)).toMatchObject({ phase: "tokenizing", refusal: null });
  });

  it.each(["order-expired", "order-cancelled", "order-not-found"] as const)("%s releases the order", (reason) => {
    const refused = run(submitted, placed, sent, { type: "refused", reason });
    expect(refused).toMatchObject({ phase: "editing", order: null, held: false, refusal: { reason } });
  });

  it.each(["order-finalized", "order-being-paid", "order-refunded"] as const)("%s opens the order's page", (reason) => {
    const refused = run(submitted, placed, sent, { type: "refused", reason });
    expect(refused).toMatchObject({ phase: "leaving", destination: "order" });
  });
});

describe("a payment with a lost answer", () => {
  const checking = run(submitted, placed, sent, { type: "answer-lost" });
  const cases: [OrderStatus, Partial<CheckoutState>][] = [
    ["reserved", { phase: "editing", refusal: { reason: "payment-not-made", about: "order" }, held: true }],
    ["paying", { phase: "leaving", destination: "order" }],
    ["unknown", { phase: "leaving", destination: "order" }],
    ["finalized", { phase: "leaving", destination: "order" }],
    ["refunded", { phase: "leaving", destination: "order" }],
    ["expired", { phase: "editing", order: null, refusal: { reason: "order-expired", about: "order" } }],
    ["cancelled", { phase: "editing", order: null, refusal: { reason: "order-cancelled", about: "order" } }],
  ];

  it("is looked up, and ignores other presses in the meantime", () => {
    expect(checking.phase).toBe("checking");
    expect(checkoutReducer(checking, submitted)).toBe(checking);
  });

  it("is never reported as not made, however the answer was lost", () => {
    expect(run(submitted, placed, sent, { type: "refused", reason: "unreachable" }).phase).toBe("checking");
  });

  it.each(cases)("continues by the state of the order: %s", (status, expected) => {
    expect(checkoutReducer(checking, { type: "order-read", order: createOrder(status) })).toMatchObject(expected);
  });
});

describe("this tab's earlier order", () => {
  it("is held again if it is still reserved", () => {
    const restored = run({ type: "restoring" }, { type: "order-read", order: createOrder() });
    expect(restored).toMatchObject({ phase: "editing", held: true, refusal: null });
  });

  it("is read again when its time is over, and makes way if the server says so too", () => {
    const held = run({ type: "restoring" }, { type: "order-read", order: createOrder() });
    const asking = checkoutReducer(held, { type: "time-over" });
    expect(asking).toMatchObject({ phase: "restoring", order: held.order });
    const expired = { ...createOrder(), status: "expired" as const };
    expect(checkoutReducer(asking, { type: "order-read", order: expired })).toMatchObject({
      order: null,
      refusal: { reason: "order-expired" },
    });
  });

  it("isn't dropped while the server can't be reached", () => {
    const asking = run({ type: "restoring" });
    expect(checkoutReducer(asking, { type: "refused", reason: "unreachable" })).toBe(asking);
  });

  it("isn't given up while it is being paid, whatever the clock says", () => {
    const paying = run(submitted, placed, sent);
    expect(checkoutReducer(paying, { type: "time-over" })).toBe(paying);
  });
});

describe("an Apple Pay purchase", () => {
  const tapped: CheckoutEvent = { type: "submitted", method: "apple-pay" };

  it("reserves, waits for the buyer at the sheet, pays and leaves", () => {
    expect(run(tapped).phase).toBe("placing");
    expect(run(tapped, placed).phase).toBe("authorizing");
    expect(run(tapped, placed, sent).phase).toBe("paying");
    const paid = run(tapped, placed, sent, { type: "paid", order: createOrder("finalized") });
    expect(paid).toMatchObject({ phase: "leaving", destination: "success" });
  });

  it("that is cancelled keeps the order and says so beside its button", () => {
    const cancelled = run(tapped, placed, { type: "refused", reason: "apple-pay-cancelled" });
    expect(cancelled).toMatchObject({
      phase: "editing",
      held: true,
      refusal: { reason: "apple-pay-cancelled", about: "apple-pay" },
    });
    expect(checkoutReducer(cancelled, tapped)).toMatchObject({ phase: "authorizing", refusal: null });
    expect(checkoutReducer(cancelled, submitted)).toMatchObject({ phase: "tokenizing", method: "card" });
  });

  it("whose sheet disappeared is pending until an answer comes, however late", () => {
    const checking = run(tapped, placed, sent, { type: "answer-lost" });
    expect(checking.phase).toBe("checking");
    expect(checkoutReducer(checking, { type: "refused", reason: "declined" })).toMatchObject({
      phase: "editing",
      refusal: { reason: "declined", about: "apple-pay" },
    });
    expect(checkoutReducer(checking, { type: "paid", order: createOrder("finalized") })).toMatchObject({
      destination: "success",
    });
  });

  it("shows the later outcome beside the order", () => {
    const held = run(tapped, placed, { type: "refused", reason: "apple-pay-cancelled" }, { type: "time-over" });
    expect(checkoutReducer(held, { type: "order-read", order: createOrder("expired") })).toMatchObject({
      refusal: { reason: "order-expired", about: "order" },
    });
  });
});

describe("presses that come too late", () => {
  const busy: Phase[] = [
    "restoring",
    "placing",
    "tokenizing",
    "authorizing",
    "paying",
    "checking",
    "cancelling",
    "leaving",
  ];
  it.each(busy)("are ignored while %s", (phase) => {
    const state = createState(phase, createOrder());
    expect(checkoutReducer(state, submitted)).toBe(state);
  });

  it("change nothing once the page is being left", () => {
    const leaving = run(submitted, placed, sent, { type: "paid", order: createOrder("finalized") });
    expect(checkoutReducer(leaving, { type: "refused", reason: "declined" })).toBe(leaving);
  });
});
