import { describe, expect, it } from "vitest";
import { drawSchema } from "@/lib/draws/schema";
import { minuteMs } from "@/lib/durations";
import { drawWith } from "@/tests/support/draws/draw";
import type { DeviceRefundSale } from "./rules";
import { computeUnreturnedCents, findAdjustment, findNoDeviceRefundReason } from "./rules";

type Kind = "void" | "return";

function createRefund(state: string, amountCents: number, gatewayTransactionId: string | null = null) {
  return { gatewayOrderNumber: "N", state, method: "return", amountCents, gatewayTransactionId };
}

function adjustment(transactionId: string, amountCents: number, kind: Kind = "return") {
  return { transactionId, kind, amountCents };
}

const open = createRefund("sent", 1000);

describe("money refunded elsewhere", () => {
  it.each<[string, ReturnType<typeof adjustment>[], Kind]>([
    ["at once", [adjustment("1", 1000)], "return"],
    ["in parts", [adjustment("1", 400), adjustment("2", 600)], "return"],
    ["with more beside it", [adjustment("1", 5000)], "return"],
    ["by a void of the whole payment", [adjustment("1", 5000, "void")], "void"],
  ])("is this refund if all of it was returned, %s", (_how, adjustments, kind) => {
    expect(findAdjustment(open, { adjustments, refunds: [open] })).toMatchObject({ kind });
  });

  it("is not if a cent of it is missing, or nothing was returned", () => {
    expect(findAdjustment(open, { adjustments: [adjustment("1", 999)], refunds: [open] })).toBeNull();
    expect(findAdjustment(open, { adjustments: [], refunds: [open] })).toBeNull();
  });

  it("is not if another of our refunds returned it, but is for the remainder", () => {
    const given = (cents: number) => ({
      adjustments: [adjustment("1", cents)],
      refunds: [createRefund("done", 1000, "1"), open],
    });
    expect(findAdjustment(open, given(1000))).toBeNull();
    expect(findAdjustment(open, given(1999))).toBeNull();
    expect(findAdjustment(open, given(2000))).toMatchObject({ transactionId: "1" });
  });

  it("isn't claimed by a refund that returned nothing, or of another payment", () => {
    const others = [createRefund("refused", 1000), { ...createRefund("done", 1000), gatewayOrderNumber: "M" }];
    const adjustments = [adjustment("1", 1000)];
    expect(findAdjustment(open, { adjustments, refunds: [...others, open] })).toMatchObject({ transactionId: "1" });
  });
});

describe("the rest of a refund", () => {
  const computeRest = (cents: number, refunds = [open], beforeCents = 0) =>
    computeUnreturnedCents(open, {
      adjustments: cents > 0 ? [adjustment("1", cents)] : [],
      refunds,
      returnedBeforeCents: beforeCents,
    });

  it("is what no unclaimed money covers, and never more than the refund", () => {
    expect([0, 1, 999, 1000, 5000].map((cents) => computeRest(cents))).toEqual([1000, 999, 1, 0, 0]);
  });

  it("isn't lowered by what another of our refunds returned, nor by what had gone back before a payment was lost", () => {
    expect(computeRest(1400, [createRefund("done", 1000, "1"), open])).toBe(600);
    expect(computeRest(0, [createRefund("done", 1000, "1"), open])).toBe(1000);
    expect(computeRest(500, [open], 500)).toBe(1000);
  });
});

describe("a refund whose answer was lost", () => {
  it("is a row of its kind and amount that none of our refunds names", () => {
    const done = createRefund("done", 1000, "1");
    const own = adjustment("2", 1000);
    expect(findAdjustment(open, { adjustments: [adjustment("1", 1000), own], refunds: [done, open] })).toEqual(own);
    expect(findAdjustment(open, { adjustments: [adjustment("1", 1000)], refunds: [done, open] })).toBeNull();
    expect(findAdjustment(open, { adjustments: [adjustment("2", 999)], refunds: [open] })).toBeNull();
  });

  it("is none of several parts that one of our refunds accounts for", () => {
    const parts = [adjustment("1", 1000), adjustment("2", 1000)];
    expect(findAdjustment(open, { adjustments: parts, refunds: [createRefund("done", 2000, "2"), open] })).toBeNull();
  });
});

const soldAt = new Date("2026-11-20T18:00:00Z");

const draw = drawSchema.parse({
  ...drawWith({ id: "shop" }),
  startDate: "2026-11-19T18:00:00Z",
  endDate: "2026-11-27T18:00:00Z",
  terminal: { allowRefund: true },
});

function after(minutes: number, from: Date | string = soldAt): Date {
  return new Date(new Date(from).getTime() + minutes * minuteMs);
}

const won = { poolId: "main", prizeType: "Early Bird" as const, number: 7, drawnAt: "2026-11-20T17:00:00Z" };

const cases: [
  string,
  Partial<Omit<DeviceRefundSale, "order">> & { order?: Partial<DeviceRefundSale["order"]> },
  Date,
  string | null,
][] = [
  ["at once", {}, soldAt, null],
  ["in the thirtieth minute", {}, new Date(after(30).getTime() - 1), null],
  ["30 minutes after the sale", {}, after(30), "refund-too-late"],
  [
    "where the draw doesn't let tablets refund",
    { draw: { ...draw, terminal: { ...draw.terminal, allowRefund: false } } },
    soldAt,
    "refund-not-allowed",
  ],
  ["placed at another tablet", { order: { deviceId: "gate-2" } }, soldAt, "refund-placed-elsewhere"],
  ["placed online", { order: { deviceId: null } }, soldAt, "refund-placed-elsewhere"],
  ["once an early bird was drawn", { draw: { ...draw, winners: [won] } }, soldAt, "refund-after-winner"],
  ["less than 30 minutes after an admin closed the sales", { closedAt: after(-29) }, soldAt, null],
  ["30 minutes after an admin closed the sales, confirmed late", { closedAt: after(-30) }, soldAt, "refund-too-late"],
  [
    "30 minutes after sales ended, confirmed late",
    { order: { finalizedAt: after(20, draw.endDate) } },
    after(30, draw.endDate),
    "refund-too-late",
  ],
  [
    "less than 30 minutes after sales ended, confirmed late",
    { order: { finalizedAt: after(20, draw.endDate) } },
    after(29, draw.endDate),
    null,
  ],
];

describe("an order that was placed and sold at a tablet, refunded there", () => {
  it.each(cases)("%s", (_name, { order, ...facts }, now, reason) => {
    const sold = { deviceId: "gate-1", finalizedAt: soldAt, ...order };
    expect(findNoDeviceRefundReason({ draw, closedAt: null, ...facts, order: sold }, { deviceId: "gate-1" }, now)).toBe(
      reason,
    );
  });
});
