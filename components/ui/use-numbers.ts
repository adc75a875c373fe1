import { useLocale } from "next-intl";

import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale } from "@/lib/platform/i18n/routing";
import { canadianDollars } from "./canadian-dollars";

type Numbers = {
  /** A count as `1,234` or `1 234`. */
  number: (value: number) => string;
  /** Dollars as `$1,234.56` or `1 234,56 $`. */
  dollars: (value: number) => string;
};

const known = new Map<string, Numbers>();

function numbersOf(locale: Language): Numbers {
  const found = known.get(locale);
  if (found) return found;
  const format = formatLocale(locale);
  const [plain, money] = [new Intl.NumberFormat(format), new Intl.NumberFormat(format, canadianDollars)];
  const numbers = { number: plain.format.bind(plain), dollars: money.format.bind(money) };
  known.set(locale, numbers);
  return numbers;
}

/** Numbers in the page's language as Canada writes it, whose spaces between thousands can be seen. */
export function useNumbers(): Numbers {
  return numbersOf(useLocale());
}
