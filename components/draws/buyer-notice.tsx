import { getTranslations } from "next-intl/server";

import { Notice } from "@/components/ui/notice";
import { Still } from "@/components/ui/still";
import { provinceCodes } from "@/lib/address";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { minimumAgeOf, residencesOf, salePlacesOf } from "@/lib/eligibility/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage } from "@/lib/platform/i18n/routing";

type BuyerNoticeProps = { draw: PublicDraw; locale: Language };

/** Who may buy and what comes of it (`enableNoticeOn5050Page`); nothing once sales are over. */
export async function BuyerNotice({ draw, locale }: BuyerNoticeProps) {
  if (!draw.additionalOptions.enableNoticeOn5050Page || draw.state.time_state === "Ended") return null;
  const t = await getTranslations("draw");
  const list = new Intl.ListFormat(htmlLanguage(locale), { type: "disjunction" });
  const nameAll = (codes: PublicDraw["enabledProvinces"]) => list.format(codes.map((code) => t(`provinces.${code}`)));
  const residences = residencesOf(draw);
  const notice = (
    <Notice id="buyer-notice" className="mb-5" title={t("notice.title")}>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{t("notice.who", { age: minimumAgeOf(draw), places: nameAll(salePlacesOf(draw)) })}</li>
        {residences.length < provinceCodes.length ? (
          <li>{t("notice.residents", { places: nameAll(residences) })}</li>
        ) : null}
        <li>{t("notice.numbers")}</li>
      </ul>
    </Notice>
  );
  return <Still name="buyer-notice">{notice}</Still>;
}
