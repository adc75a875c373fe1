import { toCents, toDollars } from "@/lib/money";
import type { MethodTotal } from "@/lib/terminal/rules.orders";

/** Orders, and the dollars that were taken and given back for them. */
export type Sum = Pick<MethodTotal, "orders" | "amount" | "refunded">;

/** All of these together. */
export function sumOf(methods: readonly Sum[]): Sum {
  const add = (part: "amount" | "refunded") => methods.reduce((cents, total) => cents + toCents(total[part]), 0);
  const orders = methods.reduce((sum, total) => sum + total.orders, 0);
  return { orders, amount: toDollars(add("amount")), refunded: toDollars(add("refunded")) };
}

/** What is left of what was taken, in dollars. */
export function netOf({ amount, refunded }: Sum): number {
  return toDollars(toCents(amount) - toCents(refunded));
}

/** Totals of several draws as one for each method, in the order in which the methods come first. */
export function mergeMethods(totals: readonly MethodTotal[]): MethodTotal[] {
  const methods = [...new Set(totals.map(({ method }) => method))];
  return methods.map((method) => ({ method, ...sumOf(totals.filter((total) => total.method === method)) }));
}
