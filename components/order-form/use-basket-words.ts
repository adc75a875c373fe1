import { useTranslations } from "next-intl";
import type { OrderSum } from "./order-sum";
import { otherDraws } from "./other-draws";
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
