import { getTranslations } from "next-intl/server";
import type { DrawProps } from "@/components/draws/draw-filter";
import { DrawName } from "@/components/draws/draw-name";
import { DateWords, DrawText } from "@/components/draws/draw-text";
import { groundStyleOf } from "@/components/draws/ground-style";
import { fitFigure } from "@/components/ui/figures";
import { scheduleOf } from "@/lib/draws/rules";
import { catalogueOf, lowestPriceCents } from "@/lib/draws/rules.catalogue";
import { drawingDate, drawingOf, mainWinnerOf, prizeStageOf } from "@/lib/draws/rules.winners";
import { localText } from "@/lib/local-text";
import { toDollars } from "@/lib/money";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { formatShortMoney } from "@/lib/receipts/paper/rules.money";

const grandClass = "block text-pretty font-display font-extrabold text-[clamp(1.5rem,7cqi,3.5rem)] leading-tight";

/** Large figures have an inset: this aligns them with the words above. */
const amountClass = "tabular -ml-[0.04em] whitespace-nowrap pt-[0.06em] font-display font-extrabold leading-[0.95]";

/** As wide as the sheet; while the prize grows, which paper does not, only that it is half. */
async function Amount(props: DrawProps) {
  const { draw, live, locale } = props;
  const t = await getTranslations();
  const dollars = Math.floor(live.prize ?? 0);
  const stage = prizeStageOf(draw, new Date(live.serverTime));
  if (dollars === 0 || stage === "estimated") {
    return (
      <p className="@container">
        <span className={grandClass}>{t("share.half")}</span>
      </p>
    );
  }
  const amount = formatShortMoney(dollars, locale);
  return (
    <div className="@container">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-bold font-display text-2xl leading-none sm:text-4xl">{t(`draw.prizeWords.${stage}`)}</p>
        <p className="text-balance font-medium text-sm leading-snug sm:text-base">
          {t("live.ofPot", { amount: formatShortMoney(Math.floor(live.pot), locale) })}
        </p>
      </div>
      <p className={amountClass} style={{ fontSize: fitFigure(amount, "var(--poster-amount)") }}>
        {amount}
      </p>
    </div>
  );
}

async function Grand({ draw, locale }: Omit<DrawProps, "live">) {
  const t = await getTranslations("draw.prizeTypes");
  const grand = draw.prizes["Grand Prize"]?.[0];
  if (!grand) return null;
  return (
    <p className="@container">
      <span className="block font-bold font-display text-xl leading-tight sm:text-2xl">{t("Grand Prize")}</span>
      <span className={grandClass}>
        <DrawText text={grand.description} locale={locale} />
      </span>
    </p>
  );
}

/** Null while the drawing is ahead. */
async function drawnWords({ draw, live, locale }: DrawProps): Promise<string | null> {
  const words = await getTranslations("draw");
  const drawing = drawingOf(mainWinnerOf(draw), scheduleOf(draw).drawsAt, new Date(live.serverTime));
  if (!drawing || drawing.stage === "ahead") return null;
  return words(drawingDate[drawing.stage], { date: formatInstant(drawing.at, locale, draw.timeZone, "dated") });
}

async function Stub(props: DrawProps) {
  const { draw, live, locale } = props;
  const [t, home] = await Promise.all([getTranslations("share"), getTranslations("home")]);
  const date = (at: Date) => formatInstant(at, locale, draw.timeZone, "dated");
  const { closesAt, drawsAt } = scheduleOf(draw);
  const drawWords = await drawnWords(props);
  if (draw.state.time_state === "Ended") {
    return (
      <p>
        <DateWords words={drawWords ?? t("card.draws", { date: date(drawsAt) })} />
      </p>
    );
  }
  const cents = lowestPriceCents(catalogueOf(draw), new Date(live.serverTime));
  return (
    <>
      {cents === null ? null : (
        <p className="font-display font-extrabold text-xl leading-tight sm:text-[2rem]">
          {t("sheet.from", { price: formatShortMoney(toDollars(cents), locale) })}
        </p>
      )}
      <p>
        <DateWords
          words={drawWords ?? home("closes", { date: formatInstant(closesAt, locale, draw.timeZone, "stamp") })}
        />
      </p>
    </>
  );
}

/** A longer title needs three lines at its full size, and the sheet has room for two. */
const longTitle = 32;

export function PosterTicket(props: DrawProps) {
  const { draw, live, locale } = props;
  const isLong = localText(draw.title, locale).text.length > longTitle;
  return (
    <div className="shrink-0 text-on-brand [print-color-adjust:exact]" style={groundStyleOf(draw)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 bg-brand px-(--edge) py-3.5">
        <DrawName draw={draw} locale={locale} className={isLong ? "poster-title long" : "poster-title"} logoSize={80} />
        {live.prize === null ? <Grand {...props} /> : <Amount {...props} />}
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-on-brand/60 border-t-2 border-dashed bg-brand-deep px-(--edge) py-2 sm:text-xl">
        <Stub {...props} />
      </div>
    </div>
  );
}
