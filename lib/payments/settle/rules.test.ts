import { describe, expect, it } from "vitest";

import type { ChargeOutcome } from "@/lib/gateways/payment/port";

import type { OrderStatus } from "@/lib/orders/rules";
import type { AttemptState } from "@/lib/orders/rules.payment";
import type { Outcome } from "./rules";
import { chooseStep } from "./rules";

const sentAt = new Date("2026-11-20T18:00:00Z");
const minutes = (count: number) => new Date(sentAt.getTime() + count * 60_000);

function step(state: AttemptState, status: OrderStatus, outcome: Outcome, changes: { reason?: string } = {}): string {
  const attempt = { state, amountCents: 2000, sentAt, missedAt: minutes(5), reason: null, ...changes };
  return chooseStep({ attempt, order: { status }, mode: "live" }, outcome);
}

const captured = (amountCents = 2000, currency = "CAD"): ChargeOutcome => ({
  kind: "approved",
  transactionId: "1",
  amountCents,
  code: "1",
  cardType: null,
  lastFour: null,
  currency,
});
const refused: Outcome = { kind: "refused", reason: "declined", code: "7", transactionId: null };
const reversed: Outcome = { kind: "reversed", transactionId: "1" };
const unknown: Outcome = { kind: "unknown", code: null };
const notFound = (at: Date): Outcome => ({ kind: "not-found", lookedUpAt: at });

describe("captured money", () => {
  it.each<[AttemptState, OrderStatus, string]>([
    ["sent", "paying", "finalize"],
    ["unknown", "unknown", "finalize"],
    ["missing", "reserved", "finalize-late"],
    ["missing", "expired", "finalize-late"],
    ["missing", "cancelled", "finalize-late"],
    ["missing", "paying", "refund"],
    ["missing", "unknown", "refund"],
    ["missing", "finalized", "refund"],
    ["missing", "refunded", "refund"],
    ["declined", "expired", "finalize-late"],
    ["declined", "finalized", "refund"],
    ["approved", "finalized", "ignore"],
    ["approved", "refunded", "ignore"],
    ["surplus", "refunded", "ignore"],
  ])("for an attempt that is %s and an order that is %s: %s", (state, status, expected) => {
    expect(step(state, status, captured())).toBe(expected);
  });

  it.each<[AttemptState, OrderStatus]>([
    ["sent", "paying"],
    ["unknown", "unknown"],
    ["missing", "expired"],
  ])("in another amount or currency is refunded (%s, %s)", (state, status) => {
    expect(step(state, status, captured(2001))).toBe("refund");
    expect(step(state, status, captured(1999))).toBe("refund");
    expect(step(state, status, captured(2000, "USD"))).toBe("refund");
  });

  it("that someone has refunded since isn't refunded twice", () => {
    expect(step("declined", "expired", captured(), { reason: "payment-returned" })).toBe("ignore");
  });
});

describe("no money found", () => {
  it("releases an order that is being paid, and leaves one that was released before", () => {
    for (const outcome of [refused, reversed]) {
      expect(step("sent", "paying", outcome)).toBe("decline-and-release");
      expect(step("unknown", "unknown", outcome)).toBe("decline-and-release");
      expect(step("missing", "reserved", outcome)).toBe("decline");
      expect(step("approved", "finalized", outcome)).toBe("ignore");
      expect(step("surplus", "refunded", outcome)).toBe("ignore");
    }
  });
});

describe("an unknown outcome", () => {
  it("changes nothing", () => {
    expect(step("sent", "paying", unknown)).toBe("look-up-again");
    expect(step("unknown", "unknown", unknown)).toBe("look-up-again");
    for (const state of ["missing", "approved", "declined", "surplus"] as const) {
      expect(step(state, "expired", unknown)).toBe("ignore");
    }
  });

  it("releases the order only if a second lookup after 15 minutes found nothing", () => {
    expect(step("unknown", "unknown", notFound(minutes(14)))).toBe("look-up-again");
    expect(step("unknown", "unknown", notFound(minutes(15)))).toBe("mark-missing");
    expect(step("missing", "expired", notFound(minutes(60)))).toBe("ignore");
    expect(step("approved", "finalized", notFound(minutes(60)))).toBe("ignore");
  });
});
