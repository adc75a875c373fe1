import { toDollars } from "@/lib/money";
import type { PaymentMethod } from "@/lib/orders/rules.report";
import { paymentMethodOf } from "@/lib/orders/rules.report";
import { createLocalTime } from "@/lib/orders/rules.report-time";

import type { MethodTotal } from "./rules.orders";

const hourMs = 60 * 60_000;

const methods: PaymentMethod[] = ["cash", "card", "apple-pay"];

/** The local day of `now` and where it begins and ends: at the first and after the last hour quarter of that day. */
export function dayAt(timeZone: string, now: Date): { day: string; from: Date; to: Date } {
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

/** Sums by means as totals by method, in a fixed order; methods without a sale are left out. */
export function totalByMethod(
  sums: { means: string; orders: number; amountCents: number; refundedCents: number }[],
): MethodTotal[] {
  return methods.flatMap((method) => {
    const own = sums.filter(({ means }) => paymentMethodOf(means) === method);
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
