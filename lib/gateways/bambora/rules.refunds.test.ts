import { describe, expect, it } from "vitest";

import { chooseRefundKind, toEasternDay } from "./rules.refunds";

function kindAt(sentAt: string, now: string, amountCents = 1000) {
  return chooseRefundKind({ sentAt: new Date(sentAt), capturedCents: 1000 }, amountCents, new Date(now));
}

describe("chooseRefundKind", () => {
  it.each([
    ["a minute later", "2026-11-20T18:00:00Z", "2026-11-20T18:01:00Z", "void"],
    ["in the last second of the Eastern day", "2026-11-20T05:00:00Z", "2026-11-21T04:59:59Z", "void"],
    ["at Eastern midnight", "2026-11-20T05:00:00Z", "2026-11-21T05:00:00Z", "return"],
    ["across midnight in UTC, on one Eastern day", "2026-11-20T23:59:00Z", "2026-11-21T00:01:00Z", "void"],
    ["in summer time, before midnight", "2026-07-01T12:00:00Z", "2026-07-02T03:59:59Z", "void"],
    ["in summer time, at midnight", "2026-07-01T12:00:00Z", "2026-07-02T04:00:00Z", "return"],
    ["on the day of 25 hours", "2026-11-01T04:00:00Z", "2026-11-02T04:59:59Z", "void"],
    ["after the day of 23 hours", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", "return"],
  ])("%s: %s and %s", (_when, sentAt, now, kind) => {
    expect(kindAt(sentAt, now)).toBe(kind);
  });

  it("returns a partial amount", () => {
    expect(kindAt("2026-11-20T18:00:00Z", "2026-11-20T18:01:00Z", 999)).toBe("return");
    expect(kindAt("2026-11-20T18:00:00Z", "2026-11-20T18:01:00Z", 1000)).toBe("void");
  });

  it("determines the Eastern day of any instant", () => {
    expect(toEasternDay(new Date("2026-01-01T04:59:59Z"))).toBe("2025-12-31");
    expect(toEasternDay(new Date("2026-01-01T05:00:00Z"))).toBe("2026-01-01");
  });
});
