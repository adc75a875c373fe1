import { useLocale, useTranslations } from "next-intl";

import { readLocalText } from "@/lib/local-text";

/** The title of an item of a list in the page's language. While it has none, `unnamed` or its place. */
export function useItemTitle(): (item: unknown, index: number, unnamed?: string) => string {
  const t = useTranslations("console.setUp");
  const locale = useLocale();
  return (item, index, unnamed = t("item", { place: index + 1 })) => {
    const { title, name, description } = Object(item);
    return readLocalText(title ?? name ?? description, locale) || unnamed;
  };
}
