import { useTranslations } from "next-intl";
import type { OrderSum } from "./order-sum";
import { useOrderFormatters } from "./use-order-formatters";

export function useBasketText(): (sum: OrderSum) => string {
  const t = useTranslations("checkout");
  const format = useOrderFormatters();
  return (sum) => {
    const { count, title } = sumOtherDraws(sum);
    const tickets = format.tickets(sum.tickets);
    return count === 0 ? tickets : t("ticketsAnd", { tickets, count, draw: title });
  };
}

export function sumOtherDraws({ draws }: OrderSum): { count: number; title: string; cents: number } {
  const others = draws.some(({ title }) => title === null) ? draws.filter(({ title }) => title !== null) : [];
  const cents = others.reduce((sum, draw) => sum + draw.cents, 0);
  return { count: others.length, title: others[0]?.title ?? "", cents };
}
