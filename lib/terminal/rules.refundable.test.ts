import { describe, expect, it } from "vitest";

import { refundAmount } from "./rules.refundable";

describe("what lines cost together", () => {
  it("adds up in cents", () => {
    expect(refundAmount([{ amount: 10.1 }, { amount: 10.1 }, { amount: 10.1 }])).toBe(30.3);
    expect(refundAmount([])).toBe(0);
  });
});
