import { describe, expect, it } from "vitest";

import type { TerminalOrderResult } from "@/lib/terminal/orders/client";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";

import { fakeTerminalOrder } from "@/tests/support/views/fake-terminal-order";
import type { OutcomeKey } from "./use-order-action";
import { getOutcome } from "./use-order-action";

const sentAt = "2026-11-20T12:00:00Z";
const range = { poolId: "main", first: 1, last: 10, void: false };
const refund = { amount: 4, lines: 1, isCash: true, requestedAt: sentAt, doneAt: null };

describe("the message after an action", () => {
  it.each<[string, Partial<TerminalOrder>, OutcomeKey]>([
    ["silence", { status: "unknown", lastPayment: { sentAt, state: "asking" } }, "bank-silent"],
    ["a payment on its way", { status: "paying", lastPayment: { sentAt, state: "asking" } }, "bank-silent"],
    ["an approval", { status: "finalized", numbers: [range] }, "bank-approved"],
    ["a refusal", { status: "reserved", lastPayment: { sentAt, state: "declined" } }, "bank-declined"],
    ["an unknown payment", { status: "reserved", lastPayment: { sentAt, state: "missing" } }, "bank-missing"],
    ["one whose order is over", { status: "expired", lastPayment: { sentAt, state: "missing" } }, "bank-too-late"],
    ["a refusal that came late", { status: "expired", lastPayment: { sentAt, state: "declined" } }, "bank-too-late"],
    ["money that came too late", { status: "refunded", lastPayment: { sentAt, state: "surplus" } }, "bank-returned"],
  ])("reports %s from the bank", (_name, changes, key) => {
    expect(getOutcome("check", { ok: true, order: fakeTerminalOrder(changes) })).toMatchObject({ isDone: true, key });
  });

  it("says how much was refunded, and whether the bank has confirmed it", () => {
    const order = fakeTerminalOrder({ refunds: [{ ...refund, state: "done" }] });
    expect(getOutcome("refund", { ok: true, order })).toMatchObject({ key: "refunded", amount: 4 });
    const open = fakeTerminalOrder({ refunds: [{ ...refund, state: "under-way" }] });
    expect(getOutcome("refund", { ok: true, order: open })).toMatchObject({ key: "refund-under-way", amount: 4 });
  });

  it("keeps the reason for a refusal", () => {
    const answer: TerminalOrderResult = { ok: false, reason: "draw-closed", fields: [], status: 409 };
    expect(getOutcome("cash", answer)).toEqual({ isDone: false, reason: "draw-closed" });
  });

  it("treats a server error as no answer: the work may be done", () => {
    const answer: TerminalOrderResult = { ok: false, reason: "service-unavailable", fields: [], status: 503 };
    expect(getOutcome("cash", answer)).toEqual({ isDone: false, reason: "unreachable" });
  });
});
