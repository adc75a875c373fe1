import { toCents, toDollars } from "@/lib/money";

import type { MethodTotal } from "./rules";

/** In dollars. */
export type TotalSum = Pick<MethodTotal, "orders" | "amount" | "refunded">;

export function sumTotals(methods: readonly TotalSum[]): TotalSum {
  const add = (part: "amount" | "refunded") => methods.reduce((cents, total) => cents + toCents(total[part]), 0);
  const orders = methods.reduce((sum, total) => sum + total.orders, 0);
  return { orders, amount: toDollars(add("amount")), refunded: toDollars(add("refunded")) };
}

/** In dollars. */
export function getNetAmount({ amount, refunded }: TotalSum): number {
  return toDollars(toCents(amount) - toCents(refunded));
}
