import { describe, expect, it } from "vitest";

import { drawSchema } from "@/lib/draws/schema";
import { drawWith } from "@/tests/support/draw";
import type { DeviceRefundFacts } from "./rules.device-refunds";
import { whyNoDeviceRefund } from "./rules.device-refunds";

const minuteMs = 60_000;
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
  Partial<Omit<DeviceRefundFacts, "order">> & { order?: Partial<DeviceRefundFacts["order"]> },
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
    expect(whyNoDeviceRefund({ draw, closedAt: null, ...facts, order: sold }, { deviceId: "gate-1" }, now)).toBe(
      reason,
    );
  });
});
