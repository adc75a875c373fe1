import { getTranslations } from "next-intl/server";

import { Notice } from "@/components/ui/notice";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { minimumAgeOf } from "@/lib/eligibility/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage } from "@/lib/platform/i18n/routing";

type BuyerNoticeProps = { draw: PublicDraw; locale: Language };

/** Who may buy and what comes of it, above the purchase (`enableNoticeOn5050Page`); nothing once sales are over. */
export async function BuyerNotice({ draw, locale }: BuyerNoticeProps) {
  if (!draw.additionalOptions.enableNoticeOn5050Page || draw.state.time_state === "Ended") return null;
  const t = await getTranslations("draw");
  const list = new Intl.ListFormat(htmlLanguage(locale), { type: "disjunction" });
  const nameAll = (codes: PublicDraw["enabledProvinces"]) => list.format(codes.map((code) => t(`provinces.${code}`)));
  const places = draw.enabledProvinces.length > 0 ? draw.enabledProvinces : [draw.province];
  return (
    <Notice id="buyer-notice" title={t("notice.title")}>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{t("notice.who", { age: minimumAgeOf(draw), places: nameAll(places) })}</li>
        {draw.residenceProvinces.length > 0 ? (
          <li>{t("notice.residents", { places: nameAll(draw.residenceProvinces) })}</li>
        ) : null}
        <li>{t("notice.numbers")}</li>
      </ul>
    </Notice>
  );
}
