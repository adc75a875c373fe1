import { useTranslations } from "next-intl";
import { useFormatters } from "@/components/ui/use-formatters";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { Label } from "./offers";

type OrderFormatters = {
  /** Formats cents as `$1,234.56` or `1 234,56 $`. */
  money: (cents: number) => string;
  tickets: (count: number) => string;
  number: (value: number) => string;
};

export function useOrderFormatters(): OrderFormatters {
  const t = useTranslations("checkout");
  const { number, dollars } = useFormatters();
  return {
    number,
    money: (cents) => dollars(cents / 100),
    tickets: (count) => t("tickets", { count, formatted: number(count) }),
  };
}

export function LabelText({ label }: { label: Label }) {
  return label.lang ? <span lang={htmlLanguage(label.lang)}>{label.text}</span> : label.text;
}
