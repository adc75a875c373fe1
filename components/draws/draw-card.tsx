import { getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { getPrizeStage, getWinnerValues } from "@/lib/draws/prizes/rules.stage";
import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import { getSchedule } from "@/lib/draws/rules";
import { createCatalogue, findLowestPriceCents } from "@/lib/draws/rules.catalogue";
import { toDollars } from "@/lib/money";
import type { InstantStyle } from "@/lib/platform/i18n/format-instant";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { formatShortMoney } from "@/lib/receipts/paper/rules.money";
import type { DrawProps, ListedDraw } from "./draw-filter";
import { hasHotMark } from "./draw-filter";
import { DrawText, DrawTitle } from "./draw-text";
import { getCharityColors } from "./ground-style";
import { TestMark } from "./test-mark";

type DrawCardProps = DrawProps & {
  hasPrice?: boolean;
};

async function HotMark({ draw, live }: ListedDraw) {
  if (!hasHotMark({ draw, live })) return null;
  const t = await getTranslations("draw");
  return (
    <p className="hot-mark">
      <Icon name="flame" className="size-4 text-warning" />
      <span>{t("hot", { count: draw.metrics.purchasesPerDay })}</span>
    </p>
  );
}

async function Prize({ draw, live, locale }: DrawProps) {
  const t = await getTranslations("draw");
  const grandPrize = draw.prizes["Grand Prize"]?.[0];
  if (live.prize === null) {
    return grandPrize ? (
      <p>
        <span className="card-word">{t("prizeTypes.Grand Prize")}</span>{" "}
        <span className="card-prize">
          <DrawText text={grandPrize.description} locale={locale} />
        </span>
      </p>
    ) : null;
  }
  const winner = findMainWinner(draw);
  return (
    <p>
      <span className="card-word">{t(`prizeWords.${getPrizeStage(draw, new Date(live.serverTime))}`)}</span>{" "}
      <span className="tabular draw-prize">{formatShortMoney(live.prize, locale)}</span>
      {winner ? <span className="block font-medium">{t("wonBy", getWinnerValues(winner))}</span> : null}
    </p>
  );
}

export async function DrawState({ draw, live, locale }: DrawProps) {
  const t = await getTranslations("home");
  const tStops = await getTranslations("live.stops");
  const { opensAt, closesAt } = getSchedule(draw);
  const format = (at: Date, style: InstantStyle) => formatInstant(at, locale, draw.timeZone, style);
  const isToday = format(closesAt, "day") === format(new Date(live.serverTime), "day");
  const text =
    live.reason === "draw-cancelled"
      ? tStops("draw-cancelled.title")
      : draw.state.time_state === "Not Started"
        ? t("opens", { date: format(opensAt, "stamp") })
        : draw.state.time_state === "Ended"
          ? t("closed")
          : live.reason
            ? tStops(`${live.reason}.title`)
            : isToday
              ? t("closesToday", { time: format(closesAt, "clock") })
              : t("closes", { date: format(closesAt, "stamp") });
  const isUrgent = isToday && live.salesOpen;
  return <p className={isUrgent ? "draw-state closing-today" : "draw-state hint"}>{text}</p>;
}

async function FromPrice({ draw, live, locale }: DrawProps) {
  const t = await getTranslations("home");
  const cents = findLowestPriceCents(createCatalogue(draw), new Date(live.serverTime));
  if (cents === null || !live.salesOpen || draw.isTestDraw) return null;
  return (
    <p className="tabular mb-1 font-semibold text-sm">
      {t("from", { price: formatShortMoney(toDollars(cents), locale) })}
    </p>
  );
}

export async function DrawCard({ hasPrice = false, ...props }: DrawCardProps) {
  const { draw, live, locale } = props;
  const t = await getTranslations("home");
  const image = draw.bannerImage;
  const charityColors = getCharityColors(draw);
  return (
    <article className={`draw-card ${charityColors.className}`} style={charityColors.style}>
      <div className="draw-picture" style={{ backgroundColor: image?.dominantColor }}>
        {image ? (
          // biome-ignore lint/performance/noImgElement: pictures are served as they are, and this needs no script
          <img src={image.url} alt="" loading="lazy" />
        ) : null}
        {draw.isTestDraw ? <TestMark label={t("testMark")} className="absolute top-3 left-3" /> : null}
      </div>
      <div className="draw-facts">
        <div>
          <h2>
            <a href={localizedPath(locale, `/${draw.id}`)} className="outline-none after:absolute after:inset-0">
              <DrawTitle text={draw.title} locale={locale} />
            </a>
          </h2>
          <p className="hint">
            <DrawText text={draw.organization} locale={locale} />
          </p>
          <HotMark draw={draw} live={live} />
        </div>
        <div>
          <Prize {...props} />
        </div>
        <div className="card-foot">
          {hasPrice ? <FromPrice {...props} /> : null}
          <DrawState {...props} />
          {live.salesOpen ? (
            <span className="card-go">
              <Icon name="arrow-left" />
            </span>
          ) : null}
        </div>
      </div>
    </article>
  );
}
