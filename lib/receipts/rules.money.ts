import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale } from "@/lib/platform/i18n/routing";

const dollarStyle = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" } as const;

/** Formatters of each language, made once: that takes much longer than their use. */
function moneyFormatsOf(style: Intl.NumberFormatOptions): Record<Language, Intl.NumberFormat> {
  return {
    en: new Intl.NumberFormat(formatLocale("en"), style),
    fr: new Intl.NumberFormat(formatLocale("fr"), style),
  };
}

const moneyFormats = moneyFormatsOf(dollarStyle);
const shortMoneyFormats = moneyFormatsOf({
  ...dollarStyle,
  trailingZeroDisplay: "stripIfInteger",
} as Intl.NumberFormatOptions);

/** An amount in dollars as Canada writes it: `$1,234.56`, `1 234,56 $`. */
export function formatMoney(dollars: number, language: Language): string {
  return moneyFormats[language].format(dollars);
}

/** An amount without cents where it has none: `$20`, `20 $`. */
export function formatShortMoney(dollars: number, language: Language): string {
  return shortMoneyFormats[language].format(dollars);
}
