import { describe, expect, it } from "vitest";

import { fakeOrder } from "@/tests/support/views/fake-order";

import { saleReducer } from "./sale-machine";
import type { SaleEvent, SaleState } from "./sale-state";
import { initialSale } from "./sale-state";

const order = fakeOrder({ amount: 20 });
const unknown = fakeOrder({ amount: 20, status: "unknown" });
const finalized = fakeOrder({ amount: 20, status: "finalized" });
const expired = fakeOrder({ amount: 20, status: "expired" });
const declined = fakeOrder({ amount: 20, lastPayment: { sentAt: "2026-11-20T12:00:00Z", state: "declined" } });

function left(phase: SaleState["phase"], changes: Partial<SaleState> = {}): SaleState {
  return { ...initialSale, phase, method: "card", isLeft: true, ...changes };
}

const cash = { method: "cash" } as const;
const ended = { ...initialSale, phase: "over", refusalReason: "left-unpaid" } as const;

describe("an abandoned sale", () => {
  it.each<[string, SaleState, SaleEvent, Partial<SaleState>]>([
    [
      "is known by its method before it is found",
      { ...initialSale, phase: "restoring" },
      { type: "left", method: "card" },
      { phase: "restoring", method: "card", isLeft: true },
    ],
    ["ends where its card was declined", left("restoring"), { type: "order-read", order: declined }, ended],
    ["or never charged", left("restoring"), { type: "order-read", order }, ended],
    [
      "is sold where its card was charged",
      left("restoring"),
      { type: "order-read", order: finalized },
      { phase: "sold", order: finalized },
    ],
    [
      "waits for its bank",
      left("restoring"),
      { type: "order-read", order: unknown },
      { phase: "collecting", order: unknown, isLeft: true },
    ],
    ["and ends then", left("collecting", { order: unknown }), { type: "order-read", order: declined }, ended],
    [
      "goes on where its cash was not recorded",
      left("restoring", cash),
      { type: "order-read", order: declined },
      { phase: "collecting", order: declined, refusalReason: "payment-not-made", isLeft: false },
    ],
    [
      "is told to be over as any other",
      left("restoring", cash),
      { type: "order-read", order: expired },
      { phase: "over", refusalReason: "order-expired" },
    ],
    [
      "asks for its tickets again",
      left("choosing", cash),
      { type: "chosen", ...cash, shownCents: 2000 },
      { phase: "placing", isLeft: true },
    ],
    [
      "and takes no cash by itself for them",
      left("placing", { ...cash, shownCents: 2000, givenCents: 2000 }),
      { type: "placed", order },
      { phase: "collecting", refusalReason: "payment-not-made", givenCents: null },
    ],
    ["or ends without them", left("placing", cash), { type: "refused", reason: "sold-out" }, ended],
  ])("%s", (_name, state, event, expected) => {
    expect(saleReducer(state, event)).toMatchObject(expected);
  });
});
