import type { DatedDraw } from "@/lib/draws/rules";
import { scheduleOf } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { RefusalReason } from "@/lib/platform/http/reasons";

/** How long a device may refund what was sold at it, in ms: after the sale, and after the close of sales. */
const refundMs = 30 * 60_000;

/** The most refunds that a device makes in an hour; an admin makes any more. */
export const deviceRefundsAnHour = 10;

/** An hour in ms. */
export const hourMs = 60 * 60_000;

/** What of a sold order, placed at `order.deviceId`, and of its draw decides whether a device may refund it. */
export type DeviceRefundFacts = {
  order: { deviceId: string | null; finalizedAt: Date | null };
  draw: Pick<Draw, "terminal" | "winners"> & DatedDraw;
  closedAt: Date | null;
};

/** Why a device may not refund a sold order at `now`, whatever else it did; null when it may. */
export function whyNoDeviceRefund(
  { order, draw, closedAt }: DeviceRefundFacts,
  { deviceId }: { deviceId: string },
  now: Date,
): RefusalReason | null {
  if (!draw.terminal.allowRefund) return "refund-not-allowed";
  if (order.deviceId !== deviceId) return "refund-placed-elsewhere";
  if (draw.winners.length > 0) return "refund-after-winner";
  const last = [order.finalizedAt, closedAt, scheduleOf(draw).closesAt].filter((at) => at !== null);
  return last.some((at) => now.getTime() >= at.getTime() + refundMs) ? "refund-too-late" : null;
}
