import { getTranslations } from "next-intl/server";
import { DrawName } from "@/components/draws/draw-name";
import { DateWords, DrawText } from "@/components/draws/draw-text";
import { groundStyleOf } from "@/components/draws/ground-style";
import { fitFigure } from "@/components/ui/figures";
import { scheduleOf } from "@/lib/draws/rules";
import { catalogueOf, lowestPriceCents } from "@/lib/draws/rules.catalogue";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { drawingDate, drawingOf, mainWinnerOf, prizeStageOf } from "@/lib/draws/rules.winners";
import { localText } from "@/lib/local-text";
import { toDollars } from "@/lib/money";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatShortMoney } from "@/lib/receipts/rules.money";

type PosterTicketProps = { draw: PublicDraw; live: LiveState; locale: Language };

/** What the prize is half of, and while that grows when it was so: paper stays as it is. */
async function HalfOf({ draw, live, locale }: PosterTicketProps) {
  const t = await getTranslations();
  const half = t("live.ofPot", { amount: formatShortMoney(Math.floor(live.pot), locale) });
  if (prizeStageOf(draw, new Date(live.serverTime)) !== "estimated") return half;
  const date = formatInstant(live.serverTime, locale, draw.timeZone, "stamp");
  return <DateWords words={t("share.sheet.asOf", { half, date })} />;
}

/** The winner's half in whole dollars, by its name, as wide as the sheet; without any yet, that it is half. */
async function Amount(props: PosterTicketProps) {
  const { draw, live, locale } = props;
  const [t, words] = await Promise.all([getTranslations("share"), getTranslations("draw.prizeWords")]);
  const dollars = Math.floor(live.prize ?? 0);
  if (dollars === 0) {
    return (
      <p className="@container">
        <span className="poster-grand">{t("half")}</span>
      </p>
    );
  }
  const amount = formatShortMoney(dollars, locale);
  return (
    <div className="@container">
      <div className="poster-what">
        <p className="poster-win">{words(prizeStageOf(draw, new Date(live.serverTime)))}</p>
        <p className="poster-as-of">
          <HalfOf {...props} />
        </p>
      </div>
      <p className="poster-amount tabular" style={{ fontSize: fitFigure(amount, "var(--poster-amount)") }}>
        {amount}
      </p>
    </div>
  );
}

async function Grand({ draw, locale }: Omit<PosterTicketProps, "live">) {
  const t = await getTranslations("draw.prizeTypes");
  const grand = draw.prizes["Grand Prize"]?.[0];
  if (!grand) return null;
  return (
    <p className="@container">
      <span className="poster-kind">{t("Grand Prize")}</span>
      <span className="poster-grand">
        <DrawText text={grand.description} locale={locale} />
      </span>
    </p>
  );
}

/** When it was drawn, or should have been; null of a draw whose drawing is ahead. */
async function drawnWords({ draw, live, locale }: PosterTicketProps): Promise<string | null> {
  const words = await getTranslations("draw");
  const drawing = drawingOf(mainWinnerOf(draw), scheduleOf(draw).drawsAt, new Date(live.serverTime));
  if (!drawing || drawing.stage === "ahead") return null;
  return words(drawingDate[drawing.stage], { date: formatInstant(drawing.at, locale, draw.timeZone, "dated") });
}

/** What a ticket costs at least, and until when there are any; of a draw that is over, when it was drawn. */
async function Stub(props: PosterTicketProps) {
  const { draw, live, locale } = props;
  const [t, home] = await Promise.all([getTranslations("share"), getTranslations("home")]);
  const date = (at: Date) => formatInstant(at, locale, draw.timeZone, "dated");
  const { closesAt, drawsAt } = scheduleOf(draw);
  const drawn = await drawnWords(props);
  if (draw.state.time_state === "Ended") {
    return (
      <p>
        <DateWords words={drawn ?? t("card.draws", { date: date(drawsAt) })} />
      </p>
    );
  }
  const cents = lowestPriceCents(catalogueOf(draw), new Date(live.serverTime));
  return (
    <>
      {cents === null ? null : (
        <p className="poster-price">{t("sheet.from", { price: formatShortMoney(toDollars(cents), locale) })}</p>
      )}
      <p>
        <DateWords words={drawn ?? home("closes", { date: formatInstant(closesAt, locale, draw.timeZone, "stamp") })} />
      </p>
    </>
  );
}

/** A title of so many characters needs three lines at its full size, and the sheet has room for two. */
const longTitle = 32;

/**
 * Who plays for what, as a ticket from edge to edge of the sheet; on its stub what taking part costs, and until when.
 */
export function PosterTicket(props: PosterTicketProps) {
  const { draw, live, locale } = props;
  const isLong = localText(draw.title, locale).text.length > longTitle;
  return (
    <div className="poster-ticket" style={groundStyleOf(draw)}>
      <div className="poster-head">
        <DrawName draw={draw} locale={locale} className={isLong ? "poster-title long" : "poster-title"} logoSize={80} />
        {live.prize === null ? <Grand {...props} /> : <Amount {...props} />}
      </div>
      <div className="poster-stub">
        <Stub {...props} />
      </div>
    </div>
  );
}
