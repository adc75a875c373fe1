import { useLocale } from "next-intl";

import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale } from "@/lib/platform/i18n/routing";
import { canadianDollars, shortCanadianDollars } from "./figures";

type Formatters = {
  number: (value: number) => string;
  dollars: (value: number) => string;
  /** Formats `$1,234` or `1 234 $`, with cents if there are any. */
  shortDollars: (value: number) => string;
};

const cache = new Map<string, Formatters>();

function getFormatters(locale: Language): Formatters {
  const cachedFormatters = cache.get(locale);
  if (cachedFormatters) return cachedFormatters;
  const format = formatLocale(locale);
  const createFormatter = (style?: Intl.NumberFormatOptions) => {
    const formatter = new Intl.NumberFormat(format, style);
    return (value: number) => formatter.format(value);
  };
  const formatters = {
    number: createFormatter(),
    dollars: createFormatter(canadianDollars),
    shortDollars: createFormatter(shortCanadianDollars),
  };
  cache.set(locale, formatters);
  return formatters;
}

export function useFormatters(): Formatters {
  return getFormatters(useLocale());
}
