import { useTranslations } from "next-intl";

import { Card } from "@/components/ui/card";
import { ThemeToggle } from "@/components/ui/theme/theme-toggle";

export function ThemeSetting() {
  const t = useTranslations("theme");
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span aria-hidden="true" className="font-medium">
        {t("label")}
      </span>
      <ThemeToggle />
    </Card>
  );
}
