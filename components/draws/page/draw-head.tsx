import { getTranslations } from "next-intl/server";
import { Banner, listImages } from "@/components/draws/banner";
import type { DrawProps } from "@/components/draws/draw-filter";
import { DrawParagraphs } from "@/components/draws/draw-text";
import { AgeLine } from "@/components/draws/fine-print";
import { LatestPurchase, PauseButton } from "@/components/draws/live/latest-purchase";
import { Notice } from "@/components/ui/notice";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { PrizeTicket } from "./prize-ticket";

const underTicketClass =
  "flex min-h-9 items-center justify-between gap-3 text-[0.8125rem] empty:hidden max-sm:-mb-3 " +
  "sm:min-h-11 sm:text-sm sm:max-lg:-mb-5 print:hidden";

export async function DrawHead({ draw, live, locale }: DrawProps) {
  const t = await getTranslations("draw");
  const image = draw.bannerImage;
  const picture = image ? <Banner image={image} /> : null;
  return (
    <div className="draw-head">
      <PrizeTicket draw={draw} live={live} locale={locale} picture={picture} />
      <div className={underTicketClass}>
        <LatestPurchase />
        {image && listImages(image).length > 1 ? <PauseButton label={t("pausePictures")} /> : null}
      </div>
    </div>
  );
}

type BuyerNoticeProps = {
  draw: PublicDraw;
  locale: Language;
  hasForm: boolean;
};

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
