import { useLocale } from "next-intl";

import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale } from "@/lib/platform/i18n/routing";
import { canadianDollars, shortCanadianDollars } from "./figures";

type Numbers = {
  number: (value: number) => string;
  dollars: (value: number) => string;
  /** `$1,234` or `1 234 $`, with cents where there are any. */
  shortDollars: (value: number) => string;
};

const cache = new Map<string, Numbers>();

function numbersOf(locale: Language): Numbers {
  const entry = cache.get(locale);
  if (entry) return entry;
  const format = formatLocale(locale);
  const writerOf = (style?: Intl.NumberFormatOptions) => {
    const writer = new Intl.NumberFormat(format, style);
    return (value: number) => writer.format(value);
  };
  const numbers = {
    number: writerOf(),
    dollars: writerOf(canadianDollars),
    shortDollars: writerOf(shortCanadianDollars),
  };
  cache.set(locale, numbers);
  return numbers;
}

export function useNumbers(): Numbers {
  return numbersOf(useLocale());
}
