import { useTranslations } from "next-intl";
import type { OrderSum } from "./order-sum";
import { useWords } from "./use-words";

/** Says what a sum is for in few words: the main draw's tickets, and after them the other draws by name. */
export function useBasketWords(): (sum: OrderSum) => string {
  const t = useTranslations("checkout");
  const words = useWords();
  return (sum) => {
    const { count, title } = otherDraws(sum);
    const tickets = words.tickets(sum.tickets);
    return count === 0 ? tickets : t("ticketsAnd", { tickets, count, draw: title });
  };
}

/** Draws of a sum whose tickets its count leaves out: how many, the title of the first, and their cents together. */
export function otherDraws({ draws }: OrderSum): { count: number; title: string; cents: number } {
  const others = draws.some(({ title }) => title === null) ? draws.filter(({ title }) => title !== null) : [];
  const cents = others.reduce((sum, one) => sum + one.cents, 0);
  return { count: others.length, title: others[0]?.title ?? "", cents };
}
