import { useTranslations } from "next-intl";

import { ThemeToggle } from "@/components/ui/theme/theme-toggle";

const lineClass =
  "flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-line border-t pt-5 max-sm:justify-center";

/** Has the colour modes, which would take room from the tickets if they were in the header. */
export function PageFooter() {
  const t = useTranslations("footer");
  return (
    <footer className="mx-auto max-w-6xl px-4 pb-10 sm:px-6 print:hidden">
      <div className={lineClass}>
        <p className="text-balance text-muted text-sm max-sm:text-center">{t("about")}</p>
        <ThemeToggle />
      </div>
    </footer>
  );
}
