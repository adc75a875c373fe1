import { useLocale } from "next-intl";

import { canadianDollars } from "./canadian-dollars";

type Numbers = {
  /** A count as `1,234` or `1 234`. */
  number: (value: number) => string;
  /** Dollars as `$1,234.56` or `1 234,56 $`. */
  dollars: (value: number) => string;
};

const known = new Map<string, Numbers>();

function numbersOf(locale: string): Numbers {
  const found = known.get(locale);
  if (found) return found;
  const [plain, money] = [new Intl.NumberFormat(locale), new Intl.NumberFormat(locale, canadianDollars)];
  const numbers = { number: plain.format.bind(plain), dollars: money.format.bind(money) };
  known.set(locale, numbers);
  return numbers;
}

/** Numbers in the page's language, as next-intl writes them, without what else its formatter can. */
export function useNumbers(): Numbers {
  return numbersOf(useLocale());
}
