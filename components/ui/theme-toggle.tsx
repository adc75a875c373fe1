import { useTranslations } from "next-intl";

import { Icon } from "./icon";
import { ThemeChoice } from "./theme-choice";

/** Colour mode of the visitor: system, light or dark (docs/design.md, Colour mode). */
export function ThemeToggle() {
  const translate = useTranslations("theme");
  return (
    <ThemeChoice
      legend={translate("label")}
      choices={{
        system: { label: translate("system"), icon: <Icon name="system" /> },
        light: { label: translate("light"), icon: <Icon name="sun" /> },
        dark: { label: translate("dark"), icon: <Icon name="moon" /> },
      }}
    />
  );
}
