import { useLocale, useTranslations } from "next-intl";

import { LanguageLink } from "./language-link";

export function LanguageSwitch() {
  const t = useTranslations("language");
  const other = useLocale() === "fr" ? "en" : "fr";
  return (
    <nav aria-label={t("label")}>
      <LanguageLink language={other}>{t(other)}</LanguageLink>
    </nav>
  );
}
