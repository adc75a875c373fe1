import type { OrderSum } from "./order-sum";

/** Draws of a sum whose tickets its count leaves out: how many, the title of the first, and their cents together. */
export function otherDraws({ draws }: OrderSum): { count: number; title: string; cents: number } {
  const others = draws.some(({ title }) => title === null) ? draws.filter(({ title }) => title !== null) : [];
  const cents = others.reduce((sum, one) => sum + one.cents, 0);
  return { count: others.length, title: others[0]?.title ?? "", cents };
}
