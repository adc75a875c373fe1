import type { DrawSnapshot } from "@/lib/draws/rules";
import { getSchedule, getTimeState } from "@/lib/draws/rules";
import { dayMs } from "@/lib/durations";
import type { DaySpan } from "@/lib/local-time";
import { createLocalTime, getDaySpan } from "@/lib/local-time";
import { toDollars } from "@/lib/money";
import type { AttemptMethod, PaymentMethod } from "@/lib/orders/rules.payment";
import { toPaymentMethod } from "@/lib/orders/rules.payment";
import type { AdminDevice } from "@/lib/terminal/device/rules.registration";

/** Today's money in dollars. `amount` includes `refunded`. `orders` leaves out those refunded in full. */
export type MethodTotal = { method: PaymentMethod; orders: number; amount: number; refunded: number };

/** `today` is null for admins who may not view the draws of the device's parent. */
export type ListedDevice = AdminDevice & { today: MethodTotal[] | null };

export type TerminalSummary = { instanceId: string; day: string; methods: MethodTotal[] };

const methods: PaymentMethod[] = ["cash", "card", "apple-pay"];

export type LocalDay = DaySpan & { day: string };

export function getDayAt(timeZone: string, now: Date): LocalDay {
  const day = createLocalTime(timeZone)(now).slice(0, 10);
  return { day, ...getDaySpan(day, timeZone) };
}

export function listDaysAt(
  draws: readonly { id: string; timeZone: string }[],
  now: Date,
): (LocalDay & { drawId: string })[] {
  const days = new Map<string, LocalDay>();
  return draws.map(({ id, timeZone }) => {
    const day = days.get(timeZone) ?? getDayAt(timeZone, now);
    days.set(timeZone, day);
    return { drawId: id, ...day };
  });
}

export function countsToday(
  { draw, closedAt }: Pick<DrawSnapshot, "draw" | "closedAt">,
  { methods }: Pick<TerminalSummary, "methods">,
  now: Date,
): boolean {
  if (methods.length > 0) return true;
  const schedule = getSchedule(draw);
  const isBegun = getTimeState(schedule, closedAt, now) !== "Not Started";
  return isBegun && now.getTime() < schedule.closesAt.getTime() + dayMs;
}

export function totalByMethod(
  sums: { method: AttemptMethod; orders: number; amountCents: number; refundedCents: number }[],
): MethodTotal[] {
  return methods.flatMap((method) => {
    const methodSums = sums.filter((sum) => toPaymentMethod(sum.method) === method);
    const add = (of: "orders" | "amountCents" | "refundedCents") => methodSums.reduce((sum, row) => sum + row[of], 0);
    if (methodSums.length === 0) return [];
    return [
      {
        method,
        orders: add("orders"),
        amount: toDollars(add("amountCents")),
        refunded: toDollars(add("refundedCents")),
      },
    ];
  });
}
