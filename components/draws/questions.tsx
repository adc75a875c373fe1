import { getTranslations } from "next-intl/server";

import { Icon } from "@/components/ui/icon";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { DrawParagraphs, DrawText } from "./draw-text";

type QuestionsProps = { draw: Pick<PublicDraw, "additionalOptions">; locale: Language };

/** The draw's questions and answers, folded; shown only where the draw asks for it (`displayFAQ`). */
export async function Questions({ draw, locale }: QuestionsProps) {
  const { faq, displayFAQ } = draw.additionalOptions;
  if (!displayFAQ || faq.length === 0) return null;
  const t = await getTranslations("draw");
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="text-2xl">
        {t("questions")}
      </h2>
      <div className="mt-3 divide-y divide-line border-line border-y">
        {faq.map(({ question, answer }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is fixed, and nothing else names a question
          <details key={at}>
            <summary className="question">
              <span>
                <DrawText text={question} locale={locale} />
              </span>
              <Icon name="chevron-down" />
            </summary>
            <div className="grid gap-3 pb-4 text-muted">
              <DrawParagraphs text={answer} locale={locale} />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}
