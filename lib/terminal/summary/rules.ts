import type { SaleFacts } from "@/lib/draws/rules";
import { scheduleOf, timeStateAt } from "@/lib/draws/rules";
import { createLocalTime } from "@/lib/local-time";
import { toDollars } from "@/lib/money";
import type { AttemptMethod, PaymentMethod } from "@/lib/orders/rules.payment";
import { paymentMethodOf } from "@/lib/orders/rules.payment";

/**
 * Money by one method that a device took today, and refunded, of orders of any day; in dollars, `amount` before
 * `refunded` is taken off. `orders` are those that it took money for and did not refund whole.
 */
export type MethodTotal = { method: PaymentMethod; orders: number; amount: number; refunded: number };

/** Money that a device took and refunded in one draw on one local day. */
export type TerminalSummary = { instanceId: string; day: string; methods: MethodTotal[] };

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

const methods: PaymentMethod[] = ["cash", "card", "apple-pay"];

export type LocalDay = { day: string; from: Date; to: Date };

/** The local day of `now`: it begins with its first quarter of an hour and ends after its last one. */
export function dayAt(timeZone: string, now: Date): LocalDay {
  const localTime = createLocalTime(timeZone);
  const dayOf = (atMs: number) => localTime(new Date(atMs)).slice(0, 10);
  const day = dayOf(now.getTime());
  const quarterMs = hourMs / 4;
  const quarter = Math.floor(now.getTime() / quarterMs) * quarterMs;
  // Every zone is whole quarters of an hour from UTC, and a day has at most 25 hours.
  const quarters = Array.from({ length: 201 }, (_none, at) => quarter + (at - 100) * quarterMs);
  const within = quarters.filter((atMs) => dayOf(atMs) === day);
  const first = within[0] ?? quarter;
  return { day, from: new Date(first), to: new Date((within.at(-1) ?? quarter) + quarterMs) };
}

/** The local day of `now` in each draw; each time zone is computed once. */
export function daysAt(
  draws: readonly { id: string; timeZone: string }[],
  now: Date,
): (LocalDay & { drawId: string })[] {
  const days = new Map<string, LocalDay>();
  return draws.map(({ id, timeZone }) => {
    const day = days.get(timeZone) ?? dayAt(timeZone, now);
    days.set(timeZone, day);
    return { drawId: id, ...day };
  });
}

/** Whether a draw's summary is worth showing at `now`: it may sell or have sold today, or money of it moved. */
export function countsToday(
  { draw, closedAt }: Pick<SaleFacts, "draw" | "closedAt">,
  { methods }: Pick<TerminalSummary, "methods">,
  now: Date,
): boolean {
  if (methods.length > 0) return true;
  const schedule = scheduleOf(draw);
  const isBegun = timeStateAt(schedule, closedAt, now) !== "Not Started";
  return isBegun && now.getTime() < schedule.closesAt.getTime() + dayMs;
}

/** Totals in a fixed order of methods, without those by which no money moved. */
export function totalByMethod(
  sums: { method: AttemptMethod; orders: number; amountCents: number; refundedCents: number }[],
): MethodTotal[] {
  return methods.flatMap((method) => {
    const own = sums.filter((sum) => paymentMethodOf(sum.method) === method);
    const add = (of: "orders" | "amountCents" | "refundedCents") => own.reduce((sum, row) => sum + row[of], 0);
    if (own.length === 0) return [];
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
