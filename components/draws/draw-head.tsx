import { getTranslations } from "next-intl/server";
import { Still } from "@/components/ui/still";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { Banner, picturesOf } from "./banner";
import { LatestPurchase } from "./latest-purchase";
import { PauseButton } from "./pause-button";
import { PrizeTicket } from "./prize-ticket";

type DrawHeadProps = { draw: PublicDraw; live: LiveState; locale: Language };

/** The first thing a buyer sees: the picture with nothing over it, who bought last, and the prize. */
export async function DrawHead({ draw, live, locale }: DrawHeadProps) {
  const t = await getTranslations("draw");
  const image = draw.bannerImage;
  return (
    <div className="draw-head">
      {image ? (
        <Still name="banner">
          <Banner image={image} />
        </Still>
      ) : null}
      <div className="under-picture">
        <LatestPurchase />
        {image && picturesOf(image).length > 1 ? <PauseButton label={t("pausePictures")} /> : null}
      </div>
      <PrizeTicket draw={draw} live={live} locale={locale} />
    </div>
  );
}
