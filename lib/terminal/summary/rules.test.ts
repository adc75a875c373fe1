import { describe, expect, it } from "vitest";

import { getDayAt, totalByMethod } from "./rules";

describe("the local day", () => {
  it.each([
    ["America/Toronto", "2026-11-21T04:59:59Z", "2026-11-20", "2026-11-20T05:00:00Z", "2026-11-21T05:00:00Z"],
    ["America/Toronto", "2026-11-21T05:00:00Z", "2026-11-21", "2026-11-21T05:00:00Z", "2026-11-22T05:00:00Z"],
    ["America/Toronto", "2026-11-01T12:00:00Z", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"],
    ["America/Toronto", "2026-03-08T12:00:00Z", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"],
    ["America/St_Johns", "2026-03-08T12:00:00Z", "2026-03-08", "2026-03-08T03:30:00Z", "2026-03-09T02:30:00Z"],
    ["America/St_Johns", "2026-11-01T12:00:00Z", "2026-11-01", "2026-11-01T02:30:00Z", "2026-11-02T03:30:00Z"],
    ["America/Vancouver", "2026-03-08T12:00:00Z", "2026-03-08", "2026-03-08T08:00:00Z", "2026-03-09T07:00:00Z"],
    ["America/Vancouver", "2026-11-01T12:00:00Z", "2026-11-01", "2026-11-01T07:00:00Z", "2026-11-02T07:00:00Z"],
    ["America/Vancouver", "2026-12-06T07:59:59Z", "2026-12-06", "2026-12-06T07:00:00Z", "2026-12-07T07:00:00Z"],
    ["America/St_Johns", "2026-11-21T03:29:00Z", "2026-11-20", "2026-11-20T03:30:00Z", "2026-11-21T03:30:00Z"],
  ])("in %s at %s is %s", (timeZone, now, day, from, to) => {
    expect(getDayAt(timeZone, new Date(now))).toEqual({ day, from: new Date(from), to: new Date(to) });
  });
});

describe("totals", () => {
  it("combine the variants of one payment method", () => {
    const row = { orders: 1, amountCents: 1050, refundedCents: 0 };
    const sums: Parameters<typeof totalByMethod>[0] = [
      { method: "payment_profile", ...row },
      { method: "token", ...row, refundedCents: 50 },
      { method: "apple_pay", ...row },
    ];
    expect(totalByMethod(sums)).toEqual([
      { method: "card", orders: 2, amount: 21, refunded: 0.5 },
      { method: "apple-pay", orders: 1, amount: 10.5, refunded: 0 },
    ]);
    expect(totalByMethod([])).toEqual([]);
  });
});
