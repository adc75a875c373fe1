import { getTranslations } from "next-intl/server";
import type { Language } from "@/lib/platform/i18n/routing";
import { TestMark } from "./test-mark";

type ModeBannersProps = { locale: Language; isDemo: boolean; isTestDraw: boolean };

const bannersClass =
  "grid gap-1 bg-warning-soft px-4 py-1 text-center font-medium text-sm text-warning " +
  "print:mb-2 print:border-2 print:border-black print:bg-transparent print:text-black";

export async function ModeBanners({ locale, isDemo, isTestDraw }: ModeBannersProps) {
  if (!isDemo && !isTestDraw) return null;
  const t = await getTranslations({ locale, namespace: "draw" });
  const banners = (
    <aside aria-label={t("testMark")} className={bannersClass}>
      {isTestDraw ? (
        <p>
          <TestMark label={t("testMark")} className="mr-2" />
          {t("testDraw")}
        </p>
      ) : null}
      {isDemo ? <p>{t("demoMode")}</p> : null}
    </aside>
  );
  return banners;
}
