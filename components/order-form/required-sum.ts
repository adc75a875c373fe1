import type { OrderSum } from "./order-sum";

/** What of a sum is for draws that every order has: how many, the title of the first, and their cents together. */
export function requiredOf({ draws }: OrderSum): { count: number; title: string; cents: number } {
  const required = draws.filter(({ isRequired }) => isRequired);
  const cents = required.reduce((sum, one) => sum + one.cents, 0);
  return { count: required.length, title: required[0]?.title ?? "", cents };
}
