import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { PageHeader } from "@/components/ui/page/page-header";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type ThankYouProps = { locale: Language; backHref: string };

export async function ThankYou({ locale, backHref }: ThankYouProps) {
  const t = await getTranslations({ locale, namespace: "order" });
  return (
    <>
      <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={t("home")} />
      <main className="mx-auto grid max-w-xl justify-items-center gap-4 px-4 py-16 text-center sm:px-6 sm:py-24">
        <span className="grid size-16 place-items-center rounded-full bg-positive-soft text-positive">
          <Icon name="heart" className="size-8" />
        </span>
        <h1 className="text-4xl sm:text-5xl">{t("thankYou.title")}</h1>
        <p className="max-w-prose text-balance text-lg text-muted">{t("thankYou.text")}</p>
        <a href={backHref} className={`${buttonClass("primary")} mt-2`}>
          {t("thankYou.back")}
        </a>
      </main>
    </>
  );
}
