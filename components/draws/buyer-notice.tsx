import { getTranslations } from "next-intl/server";

import { Notice } from "@/components/ui/notice";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { DrawParagraphs } from "./draw-text";
import { AgeLine } from "./fine-print";

type BuyerNoticeProps = {
  draw: PublicDraw;
  locale: Language;
  /** It stands beside what its buyers confirm, which says who may buy. */
  hasForm: boolean;
};

/** What buyers should know first (`enableNoticeOn5050Page`), and no other part says; nothing once sales are over. */
export async function BuyerNotice({ draw, locale, hasForm }: BuyerNoticeProps) {
  if (!draw.additionalOptions.enableNoticeOn5050Page || draw.state.time_state === "Ended") return null;
  const t = await getTranslations("draw");
  const { customNoticeText: own } = draw.additionalOptions;
  const notice = (
    <Notice id="buyer-notice" className="mb-5 py-2.5" title={hasForm ? null : t("noticeTitle")}>
      {hasForm ? null : (
        <p>
          <AgeLine draw={draw} />
        </p>
      )}
      {own ? <DrawParagraphs text={own} locale={locale} /> : <p>{t("notDonation")}</p>}
    </Notice>
  );
  return notice;
}
