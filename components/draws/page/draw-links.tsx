import { getTranslations } from "next-intl/server";
import { DrawCard } from "@/components/draws/draw-card";
import type { ListedDraw } from "@/components/draws/draw-filter";
import { ShareLink } from "@/components/share/share-links";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { getPrizeStage } from "@/lib/draws/prizes/rules.stage";
import { isAllSold } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type DrawLinksProps = {
  draw: PublicDraw;
  live: LiveState;
  hasOthers: boolean;
  locale: Language;
};

export async function DrawLinks({ draw, live, hasOthers, locale }: DrawLinksProps) {
  const timeState = draw.state.time_state;
  if (timeState === "Started" && !isAllSold(live.reason)) return null;
  const [t, tOrder] = await Promise.all([getTranslations("draw.featured"), getTranslations("order")]);
  const isOver = timeState === "Ended";
  const isAhead = getPrizeStage(draw, new Date(live.serverTime)) === "estimated";
  if (!isAhead && !isOver) return null;
  return (
    <p className="flex flex-wrap gap-3 *:grow sm:max-lg:*:grow-0">
      {isAhead ? (
        <a href={localizedPath(locale, `/${draw.id}/draw.ics`)} className={buttonClass("secondary")}>
          <Icon name="calendar" />
          {tOrder("calendar")}
        </a>
      ) : null}
      {hasOthers && isOver ? (
        <a href="#featured-draws" className={buttonClass("primary")}>
          {t("next")}
        </a>
      ) : null}
      {isOver ? <ShareLink draw={draw} locale={locale} /> : null}
    </p>
  );
}

type FeaturedDrawsProps = { featured: ListedDraw[]; isOver: boolean; locale: Language };

export async function FeaturedDraws({ featured, isOver, locale }: FeaturedDrawsProps) {
  if (featured.length === 0) return null;
  const t = await getTranslations("draw.featured");
  return (
    <section aria-labelledby="featured-draws" className="featured">
      <h2 id="featured-draws" className="text-2xl">
        {t(isOver ? "next" : "heading")}
      </h2>
      <ul className="draws-beside">
        {featured.map((one) => (
          <li key={one.draw.id} className="grid">
            <DrawCard {...one} locale={locale} />
          </li>
        ))}
      </ul>
    </section>
  );
}
