import { useLocale, useTranslations } from "next-intl";

import { readLocalText } from "@/lib/local-text";

/** The title of an item of a list in the page's language, or its place while it has none. */
export function useItemTitle(): (item: unknown, index: number) => string {
  const t = useTranslations("console.setUp");
  const locale = useLocale();
  return (item, index) => {
    const { title, name, description } = Object(item);
    return readLocalText(title ?? name ?? description, locale) || t("item", { place: index + 1 });
  };
}
