import { describe, expect, it } from "vitest";

import type { ListedPayment } from "@/lib/gateways/payment/port";
import type { AttemptState } from "@/lib/orders/rules.payment";
import { createCapture } from "@/tests/support/core/test-gateway";
import type { RecordedAttempt } from "./rules.captures";
import { compareCaptures } from "./rules.captures";
import type { RecordedRefund } from "./rules.reversals";

const number = "7ZZZZZZZZZ0123456789ABCDEF";
const sentAt = new Date("2026-11-20T18:00:00Z");
const now = new Date("2026-11-20T19:00:00Z");

function attemptIn(state: AttemptState, refunds: RecordedRefund[] = []): RecordedAttempt {
  const times = { sentAt, lookupAt: null, checkCount: 0, answeredAt: sentAt };
  const money = { amountCents: 2000, gatewayTransactionId: "1", refunds };
  return { drawId: "draw", gatewayOrderNumber: number, state, ...money, ...times };
}

function captured(changes: Partial<ListedPayment> = {}): ListedPayment {
  return createCapture({ orderNumber: number, amountCents: 2000 }, { transactionId: "1", ...changes });
}

const second = (changes: Partial<ListedPayment> = {}) => captured({ transactionId: "2", ...changes });

function createRefund(state: RecordedRefund["state"], changes: Partial<RecordedRefund> = {}): RecordedRefund {
  const refundNumber = `RF${number}01`;
  return { refundNumber, state, method: "return", amountCents: 2000, answeredAt: sentAt, ...changes };
}

function checks(attempt: RecordedAttempt | null, payments: ListedPayment[]): string[] {
  return compareCaptures(number, attempt, payments, now).map(({ check }) => check);
}

/** The ways in which a gateway may show that the second capture was returned. */
const gone: [string, ListedPayment[]][] = [
  ["a mark of a void", [second({ voided: true })]],
  ["a mark of a return", [second({ returnedCents: 2000 })]],
  ["a void of its own", [second(), second({ kind: "void", transactionId: "3" })]],
  ["a mark and a return of its own", [second({ returnedCents: 2000 }), second({ kind: "return", transactionId: "3" })]],
];

describe("a transaction that the report has in several rows", () => {
  const attempt = attemptIn("approved");

  it("counts once if they are equal, for the payment and for what was returned", () => {
    expect(checks(attempt, [captured(), captured()])).toEqual([]);
    const back = captured({ kind: "return", transactionId: "3", orderNumber: `RF${number}01` });
    const refunded = attemptIn("approved", [createRefund("done")]);
    expect(checks(refunded, [captured(), back, captured(), { ...back }])).toEqual([]);
  });

  it.each<[string, Partial<ListedPayment>]>([
    ["amount", { amountCents: 1999 }],
    ["kind", { kind: "return" }],
    ["time", { at: now }],
    ["mark", { voided: true }],
  ])("is a finding of its own if their %s differs, and no capture to give back", (_what, changes) => {
    expect(checks(attempt, [captured(), captured(changes)])).toEqual(["transaction-conflict"]);
    expect(checks(attempt, [captured(changes), captured()])).toEqual(["transaction-conflict"]);
    expect(checks(null, [captured(), captured(changes)])).toEqual(["transaction-conflict"]);
  });
});

describe("a number captured twice", () => {
  it("is reported until all of the second capture is returned", () => {
    expect(checks(attemptIn("approved"), [captured(), second()])).toEqual(["capture-repeated"]);
    expect(checks(attemptIn("approved"), [captured(), second({ returnedCents: 1999 })])).toEqual(["capture-repeated"]);
  });

  it.each(gone)("is balanced after %s, in whatever order they are listed", (_how, rows) => {
    expect(checks(attemptIn("approved"), [captured(), ...rows])).toEqual([]);
    expect(checks(attemptIn("approved"), [...rows, captured()])).toEqual([]);
  });

  it("isn't balanced if our refund is counted for the second capture, or more was returned", () => {
    const refunded = attemptIn("approved", [createRefund("done")]);
    const returned = captured({ returnedCents: 2000 });
    expect(checks(refunded, [returned, second()])).toEqual(["capture-repeated"]);
    expect(checks(refunded, [returned, second({ voided: true })])).toEqual([]);
    expect(checks(attemptIn("approved"), [returned, second({ voided: true })])).toEqual(["capture-repeated"]);
  });

  it("is balanced whether a refund in progress has reached the gateway or not", () => {
    const underWay = attemptIn("approved", [createRefund("unknown")]);
    for (const own of [captured(), captured({ returnedCents: 2000 })]) {
      expect(checks(underWay, [own, second({ voided: true })])).toEqual([]);
    }
    expect(checks(underWay, [captured(), second()])).toEqual(["capture-repeated"]);
  });

  it("is reported if the capture we know was refunded instead, because a refund wouldn't find it", () => {
    expect(checks(attemptIn("approved"), [captured({ voided: true }), second()])).toEqual(["capture-transaction"]);
  });
});

describe("money without numbers", () => {
  it.each<[AttemptState | null, string]>([
    ["declined", "capture-declined"],
    ["missing", "capture-late"],
    [null, "capture-unknown"],
  ])("of an attempt that is %s is reported as %s until all of it is refunded", (state, check) => {
    const attempt = state && attemptIn(state);
    for (const kept of [{}, { returnedCents: 1999 }]) expect(checks(attempt, [captured(kept)])).toEqual([check]);
    for (const back of [{ voided: true }, { returnedCents: 2000 }])
      expect(checks(attempt, [captured(back)])).toEqual([]);
  });

  it.each<[AttemptState | null, string]>([
    ["declined", "capture-declined"],
    ["surplus", "return-without-refund"],
    [null, "capture-unknown"],
  ])("of an attempt that is %s is reported as %s if more than all of it was refunded", (state, check) => {
    const attempt = state && attemptIn(state, state === "surplus" ? [createRefund("done")] : []);
    expect(checks(attempt, [captured({ returnedCents: 4000 })])).toEqual([check]);
  });

  it("is reported for numbers that were issued and not refunded when their payment was refunded", () => {
    expect(checks(attemptIn("approved"), [captured({ voided: true })])).toEqual(["void-without-refund"]);
    expect(checks(attemptIn("approved"), [captured({ returnedCents: 500 })])).toEqual(["return-without-refund"]);
  });

  it("from a surplus is balanced once it is returned, whatever the currency and whoever returned it", () => {
    expect(checks(attemptIn("surplus"), [captured({ currency: "USD" })])).toEqual(["capture-amount"]);
    expect(checks(attemptIn("surplus"), [captured({ currency: "USD", voided: true })])).toEqual([]);
    expect(
      checks(attemptIn("surplus", [createRefund("done", { amountCents: 1500 })]), [captured({ returnedCents: 2000 })]),
    ).toEqual([]);
    expect(checks(attemptIn("surplus"), [])).toEqual(["capture-missing"]);
  });
});
