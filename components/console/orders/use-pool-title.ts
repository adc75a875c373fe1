import { useLocale } from "next-intl";
import type { ConsoleOrder } from "@/lib/console/orders/rules.order";
import { localText } from "@/lib/local-text";
import type { PoolTitle } from "@/lib/orders/rules.pools";

/** A draw that is no longer defined is named by its id. */
export function usePoolTitle({ draw }: Pick<ConsoleOrder, "draw">): (poolId: string) => PoolTitle {
  const locale = useLocale();
  return (poolId) => {
    const title = draw.pools[poolId];
    if (title === undefined) return { title: poolId };
    const { text, lang } = localText(title, locale);
    return lang && lang !== locale ? { title: text, lang } : { title: text };
  };
}
