import { useLocale, useTranslations } from "next-intl";

import { LanguageLink } from "./language-link";

export function LanguageSwitch() {
  const translate = useTranslations("language");
  const other = useLocale() === "fr" ? "en" : "fr";
  return (
    <nav aria-label={translate("label")}>
      <LanguageLink language={other}>{translate(other)}</LanguageLink>
    </nav>
  );
}
