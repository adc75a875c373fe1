import { describe, expect, it } from "vitest";

import { refundAmount, refundableLines } from "./refund-choice";

const line = { poolId: "main", packageId: "p", quantity: 1, tickets: 5, amount: 10.1 };
const range = { poolId: "main", first: 1, last: 5, void: false };

describe("what may be given back", () => {
  it("numbers lines from 1 and leaves out those whose numbers are void", () => {
    const numbers = [
      { ...range, void: true },
      { ...range, first: 6, last: 10 },
    ];
    const lines = refundableLines({ lines: [line, { ...line, amount: 20 }], numbers });
    expect(lines.map(({ line: number, first, amount }) => [number, first, amount])).toEqual([[2, 6, 20]]);
  });

  it("is nothing while no numbers are issued", () => {
    expect(refundableLines({ lines: [line], numbers: [] })).toEqual([]);
  });

  it("adds up in cents", () => {
    const lines = refundableLines({ lines: [line, line, line], numbers: [range, range, range] });
    expect(refundAmount(lines, new Set([1, 2, 3]))).toBe(30.3);
    expect(refundAmount(lines, new Set([2]))).toBe(10.1);
    expect(refundAmount(lines, new Set())).toBe(0);
  });
});
