import { getTranslations } from "next-intl/server";
import type { DraftStep } from "@/lib/drafts/rules.steps";
import type { Language } from "@/lib/platform/i18n/routing";
import { SamplePage } from "./sample-page";

/** Instead of the pages of a draft that isn't a draw yet. */
export async function IncompletePreview({ locale, missing }: { locale: Language; missing: readonly DraftStep[] }) {
  const t = await getTranslations({ locale });
  return (
    <SamplePage locale={locale} title={t("preview.incomplete")} about={t("preview.incompleteAbout")}>
      <ul className="list-disc pl-6">
        {missing.map((step) => (
          <li key={step}>{t(`console.setUp.steps.${step}`)}</li>
        ))}
      </ul>
    </SamplePage>
  );
}
