import { getTranslations } from "next-intl/server";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { Banner, picturesOf } from "./banner";
import { LatestPurchase } from "./latest-purchase";
import { PauseButton } from "./pause-button";
import { PrizeTicket } from "./prize-ticket";

type DrawHeadProps = { draw: PublicDraw; live: LiveState; locale: Language };

/** Between the ticket and what is chosen; no room where there is nothing to say. */
const underTicketClass =
  "flex min-h-9 items-center justify-between gap-3 text-[0.8125rem] empty:hidden max-sm:-mb-3 " +
  "sm:min-h-11 sm:text-sm sm:max-lg:-mb-5 print:hidden";

/** The first thing a buyer sees: the prize as a ticket with a picture printed on it, and beneath it who bought last. */
export async function DrawHead({ draw, live, locale }: DrawHeadProps) {
  const t = await getTranslations("draw");
  const image = draw.bannerImage;
  const picture = image ? <Banner image={image} /> : null;
  return (
    <div className="draw-head">
      <PrizeTicket draw={draw} live={live} locale={locale} picture={picture} />
      <div className={underTicketClass}>
        <LatestPurchase />
        {image && picturesOf(image).length > 1 ? <PauseButton label={t("pausePictures")} /> : null}
      </div>
    </div>
  );
}
