import { useTranslations } from "next-intl";

import { ThemeChoice } from "./theme-choice";

/** See docs/design.md, Colour mode. */
export function ThemeToggle() {
  const translate = useTranslations("theme");
  const labels = { system: translate("system"), light: translate("light"), dark: translate("dark") };
  return <ThemeChoice legend={translate("label")} labels={labels} />;
}
