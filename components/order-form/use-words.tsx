import { useTranslations } from "next-intl";
import { useNumbers } from "@/components/ui/use-numbers";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { Label } from "./offers";

type Words = {
  /** `$1,234.56` or `1 234,56 $`, from cents. */
  money: (cents: number) => string;
  tickets: (count: number) => string;
  number: (value: number) => string;
};

export function useWords(): Words {
  const t = useTranslations("checkout");
  const { number, dollars } = useNumbers();
  return {
    number,
    money: (cents) => dollars(cents / 100),
    tickets: (count) => t("tickets", { count, formatted: number(count) }),
  };
}

export function LabelText({ label }: { label: Label }) {
  return label.lang ? <span lang={htmlLanguage(label.lang)}>{label.text}</span> : label.text;
}
