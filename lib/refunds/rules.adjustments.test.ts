import { describe, expect, it } from "vitest";

import { findGivenBack, restCents } from "./rules.adjustments";

type Kind = "void" | "return";

function refundOf(state: string, amountCents: number, gatewayTransactionId: string | null = null) {
  return { gatewayOrderNumber: "N", state, method: "return", amountCents, gatewayTransactionId };
}

function adjustment(transactionId: string, amountCents: number, kind: Kind = "return") {
  return { transactionId, kind, amountCents };
}

const open = refundOf("sent", 1000);

describe("money refunded elsewhere", () => {
  it.each<[string, ReturnType<typeof adjustment>[], Kind]>([
    ["at once", [adjustment("1", 1000)], "return"],
    ["in parts", [adjustment("1", 400), adjustment("2", 600)], "return"],
    ["with more beside it", [adjustment("1", 5000)], "return"],
    ["by a void of the whole payment", [adjustment("1", 5000, "void")], "void"],
  ])("is this refund if all of it was returned, %s", (_how, adjustments, kind) => {
    expect(findGivenBack(open, { adjustments, refunds: [open] })).toMatchObject({ kind });
  });

  it("is not if a cent of it is missing, or nothing was returned", () => {
    expect(findGivenBack(open, { adjustments: [adjustment("1", 999)], refunds: [open] })).toBeNull();
    expect(findGivenBack(open, { adjustments: [], refunds: [open] })).toBeNull();
  });

  it("is not if another of our refunds returned it, but is for the remainder", () => {
    const given = (cents: number) => ({
      adjustments: [adjustment("1", cents)],
      refunds: [refundOf("done", 1000, "1"), open],
    });
    expect(findGivenBack(open, given(1000))).toBeNull();
    expect(findGivenBack(open, given(1999))).toBeNull();
    expect(findGivenBack(open, given(2000))).toMatchObject({ transactionId: "1" });
  });

  it("isn't claimed by a refund that returned nothing, or of another payment", () => {
    const others = [refundOf("refused", 1000), { ...refundOf("done", 1000), gatewayOrderNumber: "M" }];
    const adjustments = [adjustment("1", 1000)];
    expect(findGivenBack(open, { adjustments, refunds: [...others, open] })).toMatchObject({ transactionId: "1" });
  });
});

describe("the rest of a refund", () => {
  const restOf = (cents: number, refunds = [open], beforeCents = 0) =>
    restCents(open, { adjustments: cents > 0 ? [adjustment("1", cents)] : [], refunds, beforeCents });

  it("is what no unclaimed money covers, and never more than the refund", () => {
    expect([0, 1, 999, 1000, 5000].map((cents) => restOf(cents))).toEqual([1000, 999, 1, 0, 0]);
  });

  it("isn't lowered by what another of our refunds returned, nor by what had gone back before a payment was lost", () => {
    expect(restOf(1400, [refundOf("done", 1000, "1"), open])).toBe(600);
    expect(restOf(0, [refundOf("done", 1000, "1"), open])).toBe(1000);
    expect(restOf(500, [open], 500)).toBe(1000);
  });
});

describe("a refund whose answer was lost", () => {
  it("is a row of its kind and amount that none of our refunds names", () => {
    const done = refundOf("done", 1000, "1");
    const own = adjustment("2", 1000);
    expect(findGivenBack(open, { adjustments: [adjustment("1", 1000), own], refunds: [done, open] })).toEqual(own);
    expect(findGivenBack(open, { adjustments: [adjustment("1", 1000)], refunds: [done, open] })).toBeNull();
    expect(findGivenBack(open, { adjustments: [adjustment("2", 999)], refunds: [open] })).toBeNull();
  });

  it("is none of several parts that one of our refunds accounts for", () => {
    const parts = [adjustment("1", 1000), adjustment("2", 1000)];
    expect(findGivenBack(open, { adjustments: parts, refunds: [refundOf("done", 2000, "2"), open] })).toBeNull();
  });
});
