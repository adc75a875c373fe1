import { useTranslations } from "next-intl";

import { useNumbers } from "@/components/ui/use-numbers";

/** Words that several parts of the checkout say alike. */
export type Words = {
  /** An amount in cents as `$1,234.56` or `1 234,56 $`. */
  money: (cents: number) => string;
  /** `40 tickets` or `40 billets`. */
  tickets: (count: number) => string;
  number: (value: number) => string;
};

/** Amounts and counts in the page's language. */
export function useWords(): Words {
  const t = useTranslations("checkout");
  const { number, dollars } = useNumbers();
  return {
    number,
    money: (cents) => dollars(cents / 100),
    tickets: (count) => t("tickets", { count, formatted: number(count) }),
  };
}
