import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

import { chooseLines, listRefundableLines } from "@/lib/refunds/rules";
import type { OrderView } from "./rules";
import type { RefundState } from "./rules.refunds";
import {
  chooseRefundMethod,
  findNextAttempt,
  listLatestAttempts,
  maxRefundAttempts,
  sumLineAmounts,
  sumRefunds,
} from "./rules.refunds";

describe("refundMethodOf", () => {
  it("is what the adapter says of a card's payment, and cash is handed back", () => {
    const gateway = { chooseRefundKind: vi.fn(() => "void" as const) };
    const [sentAt, now] = [new Date("2026-11-20T18:00:00Z"), new Date("2026-11-20T18:01:00Z")];
    const payment = { provider: "bambora", sentAt, capturedCents: 1000 } as const;
    expect(chooseRefundMethod(gateway, { ...payment, method: "token" }, 999, now)).toBe("void");
    expect(gateway.chooseRefundKind).toHaveBeenCalledWith(expect.objectContaining(payment), 999, now);
    expect(chooseRefundMethod(gateway, { ...payment, method: "cash" }, 1000, now)).toBe("cash");
  });
});

describe("findNextTry", () => {
  it("returns at once if it is too late to void, and repeats only what definitely did nothing", () => {
    expect(findNextAttempt({ method: "void", cause: "requested" }, "refund-not-voidable", 1)).toEqual({
      method: "return",
      waitMs: 0,
    });
    expect(findNextAttempt({ method: "return", cause: "requested" }, "refund-missing", 1)).toEqual({
      method: "return",
      waitMs: 0,
    });
    expect(findNextAttempt({ method: "return", cause: "requested" }, "refund-unavailable", 1)).toEqual({
      method: "return",
      waitMs: 120_000,
    });
    for (const reason of ["refund-refused", "refund-made-elsewhere"] as const) {
      expect(findNextAttempt({ method: "return", cause: "requested" }, reason, 1)).toBeNull();
    }
    expect(findNextAttempt({ method: "return", cause: "requested" }, "refund-not-voidable", 1)).toBeNull();
    expect(findNextAttempt({ method: "cash", cause: "requested" }, "refund-unavailable", 1)).toBeNull();
  });

  it("keeps trying a refund promised to a buyer, less often, but never one that the gateway refused", () => {
    const surplus = { method: "return", cause: "surplus" } as const;
    expect(findNextAttempt(surplus, "refund-unavailable", maxRefundAttempts)?.waitMs).toBe(12 * 60 * 60_000);
    expect(findNextAttempt(surplus, "refund-refused", 1)).toBeNull();
    expect(findNextAttempt(surplus, "refund-unavailable", 99)).toBeNull();
  });

  it("leaves it to a person after the maximum number of attempts", () => {
    expect(
      findNextAttempt({ method: "return", cause: "requested" }, "refund-unavailable", maxRefundAttempts - 1),
    ).not.toBeNull();
    expect(
      findNextAttempt({ method: "return", cause: "requested" }, "refund-unavailable", maxRefundAttempts),
    ).toBeNull();
  });
});

it("shows only the last of several attempts to return the same money, and any refusal that wasn't retried", () => {
  const createAttempt = (refundNumber: string, state: RefundState, lineNumbers = [1]) => ({
    refundNumber,
    state,
    lineNumbers,
    gatewayOrderNumber: "A",
  });
  const shown = listLatestAttempts([
    createAttempt("1", "refused"),
    createAttempt("2", "done"),
    createAttempt("3", "refused", [2]),
  ]);
  expect(shown.map(({ refundNumber }) => refundNumber)).toEqual(["2", "3"]);
});

describe("chooseLines", () => {
  const line = (lineNumber: number, amountCents: number) => ({ lineNumber, poolId: "main", amountCents });
  const range = (lineNumber: number, voidedAt: Date | null = null) => ({
    lineNumber,
    poolId: "main",
    firstNumber: lineNumber * 10,
    lastNumber: lineNumber * 10 + 4,
    voidedAt,
  });
  const lines = [line(1, 1001), line(2, 333), line(3, 10)];
  const ranges = [range(1), range(2), range(3, new Date())];

  it.each([
    ["all that is valid", undefined, { ok: true, lineNumbers: [1, 2], amountCents: 1334 }],
    ["one line, named twice", [2, 2], { ok: true, lineNumbers: [2], amountCents: 333 }],
    ["a void line", [3], { ok: false, reason: "line-refunded" }],
    ["a line that is none", [4], { ok: false, reason: "line-not-found" }],
  ])("%s", (_what, wanted, chosen) => {
    expect(chooseLines(lines, ranges, [], wanted)).toEqual(chosen);
  });

  it("refuses winning numbers, even at the end of a range, and only in their pool", () => {
    const won = (poolId: string, number: number) => chooseLines(lines, ranges, [{ poolId, number }], [1]);
    expect(won("main", 14)).toEqual({ ok: false, reason: "number-won" });
    expect(won("main", 15)).toMatchObject({ ok: true });
    expect(won("early", 14)).toMatchObject({ ok: true });
  });

  it("offers what can be refunded: no void line, no winning one, none without numbers", () => {
    const offered = (winners: { poolId: string; number: number }[]) =>
      listRefundableLines(
        [...lines, line(4, 50)].map((one) => ({ ...one, tickets: 5 })),
        ranges,
        winners,
      ).map(({ line: number }) => number);
    expect(offered([])).toEqual([1, 2]);
    expect(offered([{ poolId: "main", number: 14 }])).toEqual([2]);
    expect(offered([{ poolId: "early", number: 14 }])).toEqual([1, 2]);
  });

  it("refunds each cent of an order once, in any order of refunds", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(amounts, fc.array(fc.integer({ min: 1, max: 8 })), (cents, wanted) => {
        const all = cents.map((amountCents, index) => line(index + 1, amountCents));
        const voided = new Set<number>();
        let returned = 0;
        for (const number of [...wanted, undefined]) {
          const held = all.map(({ lineNumber }) => range(lineNumber, voided.has(lineNumber) ? new Date() : null));
          const chosen = chooseLines(all, held, [], number === undefined ? undefined : [number]);
          if (!chosen.ok) continue;
          returned += chosen.amountCents;
          for (const lineNumber of chosen.lineNumbers) voided.add(lineNumber);
        }
        expect(returned).toBe(cents.reduce((sum, amount) => sum + amount, 0));
        expect(voided.size).toBe(cents.length);
      }),
    );
  });
});

it("an amount of several lines is added up in cents", () => {
  expect(sumLineAmounts([{ amount: 10.1 }, { amount: 10.1 }, { amount: 10.1 }])).toBe(30.3);
  expect(sumLineAmounts([])).toBe(0);
});

describe("what was refunded of an order", () => {
  const done = { state: "done", lines: 1, amount: 20.1 } as const;

  it("counts the money of its own lines that went back, in cents", () => {
    const refunds = [done, { ...done, amount: 0.2 }] as OrderView["refunds"];
    expect(sumRefunds({ amount: 30.4, refunds })).toEqual({ refunded: 20.3, left: 10.1 });
  });

  it("counts neither what is still under way nor money that never became lines", () => {
    const refunds = [
      { ...done, state: "under-way" },
      { ...done, state: "refused" },
      { ...done, lines: 0 },
    ] as OrderView["refunds"];
    expect(sumRefunds({ amount: 30, refunds })).toEqual({ refunded: 0, left: 30 });
  });
});
