import { useTranslations } from "next-intl";

import { ThemeChoice } from "./theme-choice";

/** Defined in docs/design.md, Colour mode. */
export function ThemeToggle() {
  const t = useTranslations("theme");
  const labels = { system: t("system"), light: t("light"), dark: t("dark") };
  return <ThemeChoice legend={t("label")} labels={labels} />;
}
