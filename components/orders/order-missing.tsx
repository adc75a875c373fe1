import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { PageHeader } from "@/components/ui/page-header";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

/** Says plainly that there is no such order, and where a real one is found. */
export async function OrderMissing({ locale }: { locale: Language }) {
  const t = await getTranslations({ locale, namespace: "order" });
  return (
    <>
      <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")} />
      <main className="mx-auto grid max-w-xl gap-4 px-4 py-16 sm:px-6 sm:py-24">
        <p className="font-display font-extrabold text-6xl text-brand-strong">404</p>
        <h1 className="text-3xl sm:text-4xl">{t("missing.title")}</h1>
        <p className="text-lg text-muted">{t("missing.text")}</p>
        <p>
          <a href={localizedPath(locale, "/")} className={buttonClass("primary")}>
            {t("missing.back")}
          </a>
        </p>
      </main>
    </>
  );
}
