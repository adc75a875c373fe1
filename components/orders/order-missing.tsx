import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { getErrorBar } from "@/components/ui/error/error-bar";
import { ErrorLayout } from "@/components/ui/error/error-layout";
import type { Language } from "@/lib/platform/i18n/routing";

type OrderMissingProps = { locale: Language; statusCode: 403 | 404 };

/** `statusCode` is 403 if the order's URL has changed. */
export async function OrderMissing({ locale, statusCode }: OrderMissingProps) {
  const t = await getTranslations({ locale, namespace: "order" });
  const bar = await getErrorBar(locale);
  const messageKey = statusCode === 403 ? "corrected" : "missing";
  return (
    <ErrorLayout statusCode={statusCode} heading={t(`${messageKey}.title`)} bar={bar}>
      <p className="text-balance text-lg text-muted">{t(`${messageKey}.text`)}</p>
      <p>
        <a href={bar.homeUrl} className={buttonClass("primary")}>
          {t("missing.back")}
        </a>
      </p>
    </ErrorLayout>
  );
}
