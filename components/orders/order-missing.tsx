import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { errorBarOf } from "@/components/ui/error-bar";
import { ErrorLayout } from "@/components/ui/error-layout";
import type { Language } from "@/lib/platform/i18n/routing";

/** Says plainly that there is no such order, and where a real one is found. */
export async function OrderMissing({ locale }: { locale: Language }) {
  const t = await getTranslations({ locale, namespace: "order" });
  const bar = await errorBarOf(locale);
  return (
    <ErrorLayout statusCode={404} heading={t("missing.title")} bar={bar}>
      <p className="text-balance text-lg text-muted">{t("missing.text")}</p>
      <p>
        <a href={bar.homeUrl} className={buttonClass("primary")}>
          {t("missing.back")}
        </a>
      </p>
    </ErrorLayout>
  );
}
