import { useLocale, useTranslations } from "next-intl";

import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";

/** The title of an item of a list in the page's language, or its place while it has none. */
export function useItemTitle(): (item: unknown, index: number) => string {
  const t = useTranslations("console.setUp");
  const locale = useLocale();
  return (item, index) => {
    const { title, name, description } = (item ?? {}) as Record<string, LocalText | undefined>;
    const text = title ?? name ?? description;
    const shown = text === undefined ? "" : localText(text, locale).text;
    return shown || t("item", { place: index + 1 });
  };
}
