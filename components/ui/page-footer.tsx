import { useTranslations } from "next-intl";

import { ThemeToggle } from "./theme-toggle";

/** Ends a page of the public: who sells here, and the colour modes, which would take room from the tickets above. */
export function PageFooter() {
  const t = useTranslations("footer");
  return (
    <footer className="page-foot">
      <div>
        <p>{t("about")}</p>
        <ThemeToggle />
      </div>
    </footer>
  );
}
