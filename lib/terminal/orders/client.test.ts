import { describe, expect, it } from "vitest";

import { refundAmount } from "./client";

describe("the total of several lines", () => {
  it("is added up in cents", () => {
    expect(refundAmount([{ amount: 10.1 }, { amount: 10.1 }, { amount: 10.1 }])).toBe(30.3);
    expect(refundAmount([])).toBe(0);
  });
});
