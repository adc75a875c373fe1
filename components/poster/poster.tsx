import { getTranslations } from "next-intl/server";
import { StillImage } from "@/components/draws/banner";
import { CauseText } from "@/components/draws/cause";
import type { DrawProps } from "@/components/draws/draw-filter";
import { DateText, DrawText } from "@/components/draws/draw-text";
import { ResponsiblePlay } from "@/components/draws/fine-print";
import { getCharityColors, getGroundStyle } from "@/components/draws/ground-style";
import { DrawName } from "@/components/draws/page/draw-name";
import { buttonClass } from "@/components/ui/button-class";
import { fitFigure } from "@/components/ui/figures";
import { Icon } from "@/components/ui/icon";
import { LanguageSwitch } from "@/components/ui/page/language-switch";
import { PageFooter } from "@/components/ui/page/page-footer";
import { PageHeader } from "@/components/ui/page/page-header";
import { PrintButton } from "@/components/ui/print-button";
import { QrCode } from "@/components/ui/qr-code";
import { listWinnableEarlyBirds } from "@/lib/draws/prizes/rules.moments";
import { drawingDateKeys, findDrawing, getPrizeStage } from "@/lib/draws/prizes/rules.stage";
import { findMainWinner } from "@/lib/draws/prizes/rules.winners";
import { getSchedule } from "@/lib/draws/rules";
import { createCatalogue, findLowestPriceCents } from "@/lib/draws/rules.catalogue";
import { localText } from "@/lib/local-text";
import { toDollars } from "@/lib/money";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { formatShortMoney } from "@/lib/receipts/paper/rules.money";

type PosterProps = DrawProps & {
  checkoutHost: string;
  /** The path of the draw's page, without the language. */
  path?: string;
};

export async function Poster({ draw, live, locale, checkoutHost, path = `/${draw.id}` }: PosterProps) {
  const tDraw = await getTranslations("draw");
  const charityColors = getCharityColors(draw);
  return (
    <>
      <div className="print:hidden">
        <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={tDraw("home")}>
          <LanguageSwitch />
        </PageHeader>
      </div>
      <main
        className={`wrap-anywhere px-4 py-6 sm:px-6 print:p-0 ${charityColors.className}`}
        style={charityColors.style}
      >
        <Toolbar path={path} locale={locale} />
        <article className="poster">
          <StillImage image={draw.bannerImage} className="poster-picture" />
          <PosterTicket draw={draw} live={live} locale={locale} />
          <CauseLine draw={draw} locale={locale} />
          <Offer draw={draw} live={live} locale={locale} checkoutHost={checkoutHost} />
          <SmallPrint draw={draw} />
        </article>
      </main>
      <PageFooter />
    </>
  );
}

type PartProps = Pick<PosterProps, "draw" | "locale">;

async function Toolbar({ path, locale }: Pick<PartProps, "locale"> & { path: string }) {
  const t = await getTranslations("share.sheet");
  return (
    <div className="mx-auto mb-4 flex max-w-[8.5in] flex-wrap items-center justify-between gap-x-2 gap-y-1 print:hidden">
      <a href={localizedPath(locale, path)} className={`${buttonClass("quiet")} extra`}>
        <Icon name="arrow-left" />
        {t("back")}
      </a>
      <p className="text-balance text-center text-muted text-sm max-sm:order-last max-sm:w-full">{t("hint")}</p>
      <PrintButton variant="primary" className="max-sm:px-4">
        <Icon name="printer" />
        {t("print")}
      </PrintButton>
    </div>
  );
}

const longTitleLength = 32;

function PosterTicket(props: DrawProps) {
  const { draw, live, locale } = props;
  const isLong = localText(draw.title, locale).text.length > longTitleLength;
  return (
    <div className="shrink-0 text-on-brand [print-color-adjust:exact]" style={getGroundStyle(draw)}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 bg-brand px-(--edge) py-3.5">
        <DrawName draw={draw} locale={locale} className={isLong ? "poster-title long" : "poster-title"} logoSize={80} />
        {live.prize === null ? <GrandPrize {...props} /> : <Amount {...props} />}
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-on-brand/60 border-t-2 border-dashed bg-brand-deep px-(--edge) py-2 sm:text-xl">
        <Stub {...props} />
      </div>
    </div>
  );
}

const grandPrizeClass = "block text-pretty font-display font-extrabold text-[clamp(1.5rem,7cqi,3.5rem)] leading-tight";

async function GrandPrize({ draw, locale }: Omit<DrawProps, "live">) {
  const t = await getTranslations("draw.prizeTypes");
  const grandPrize = draw.prizes["Grand Prize"]?.[0];
  if (!grandPrize) return null;
  return (
    <p className="@container">
      <span className="block font-bold font-display text-xl leading-tight sm:text-2xl">{t("Grand Prize")}</span>
      <span className={grandPrizeClass}>
        <DrawText text={grandPrize.description} locale={locale} />
      </span>
    </p>
  );
}

/** Large figures have an inset, so they are moved left to align with the words above. */
const amountClass = "tabular -ml-[0.04em] whitespace-nowrap pt-[0.06em] font-display font-extrabold leading-[0.95]";

/** As wide as the sheet. A growing prize can't be printed, so the poster then says that the prize is half. */
async function Amount(props: DrawProps) {
  const { draw, live, locale } = props;
  const t = await getTranslations();
  const dollars = Math.floor(live.prize ?? 0);
  const stage = getPrizeStage(draw, new Date(live.serverTime));
  if (dollars === 0 || stage === "estimated") {
    return (
      <p className="@container">
        <span className={grandPrizeClass}>{t("share.half")}</span>
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

async function Stub(props: DrawProps) {
  const { draw, live, locale } = props;
  const [t, tHome] = await Promise.all([getTranslations("share"), getTranslations("home")]);
  const formatDate = (at: Date) => formatInstant(at, locale, draw.timeZone, "dated");
  const { closesAt, drawsAt } = getSchedule(draw);
  const drawingText = await findDrawingText(props);
  if (draw.state.time_state === "Ended") {
    return (
      <p>
        <DateText text={drawingText ?? t("card.draws", { date: formatDate(drawsAt) })} />
      </p>
    );
  }
  const cents = findLowestPriceCents(createCatalogue(draw), new Date(live.serverTime));
  return (
    <>
      {cents === null ? null : (
        <p className="font-display font-extrabold text-xl leading-tight sm:text-[2rem]">
          {t("sheet.from", { price: formatShortMoney(toDollars(cents), locale) })}
        </p>
      )}
      <p>
        <DateText
          text={drawingText ?? tHome("closes", { date: formatInstant(closesAt, locale, draw.timeZone, "stamp") })}
        />
      </p>
    </>
  );
}

async function findDrawingText({ draw, live, locale }: DrawProps): Promise<string | null> {
  const t = await getTranslations("draw");
  const drawing = findDrawing(findMainWinner(draw), getSchedule(draw).drawsAt, new Date(live.serverTime));
  if (!drawing || drawing.stage === "ahead") return null;
  return t(drawingDateKeys[drawing.stage], { date: formatInstant(drawing.at, locale, draw.timeZone, "dated") });
}

function CauseLine({ draw, locale }: PartProps) {
  return (
    <p
      className="flex shrink-0 items-center gap-3 bg-[color-mix(in_srgb,var(--color-brand)_9%,#ffffff)] px-(--edge) py-4 font-bold font-display text-xl leading-tight [print-color-adjust:exact] sm:gap-4 sm:py-2.5 sm:text-2xl"
      style={getGroundStyle(draw)}
    >
      <Icon name="heart" className="size-7 text-brand sm:size-9" />
      <span className="min-w-0 text-balance">
        <CauseText draw={draw} locale={locale} />
      </span>
    </p>
  );
}

/**
 * The URL is as large as fits one line, at 0.57 em per character. The white area around the code is at least the
 * four modules that readers need.
 */
async function Offer({ draw, live, locale, checkoutHost }: PosterProps) {
  const t = await getTranslations("share.sheet");
  const page = checkoutHost + localizedPath(locale, `/${draw.id}`);
  const shownUrl = page.replace(/^https?:\/\//, "");
  const label = t(draw.state.time_state === "Ended" ? "scanOver" : "scan");
  return (
    <div className="my-auto flex flex-wrap items-center gap-x-10 gap-y-9 px-(--edge) pt-5 pb-6">
      <QrCode text={page} label={label} isBare className="my-1 w-(--code) max-w-full shrink-0 max-sm:mx-auto" />
      <div className="grid min-w-0 grow basis-72 gap-3.5 text-lg leading-snug">
        <div className="@container not-only:border-line not-only:border-b-2 not-only:pb-3.5">
          <p className="text-balance font-display font-extrabold text-4xl leading-none sm:text-[3.5rem] sm:[&:lang(fr)]:text-[2.5rem]">
            {label}
          </p>
          <p
            className="mt-2 font-semibold leading-tight"
            style={{ fontSize: `clamp(1rem, ${Math.floor(175 / shownUrl.length)}cqi, 1.5rem)` }}
          >
            {shownUrl}
          </p>
        </div>
        <Drawings draw={draw} live={live} locale={locale} />
      </div>
    </div>
  );
}

async function Drawings({ draw, live, locale }: Omit<PosterProps, "checkoutHost">) {
  if (draw.state.time_state === "Ended") return null;
  const t = await getTranslations("share");
  const earlyBirds = listWinnableEarlyBirds(draw, new Date(live.serverTime));
  const date = formatInstant(getSchedule(draw).drawsAt, locale, draw.timeZone, "dated");
  return (
    <>
      <p className="text-balance font-bold font-display text-2xl leading-tight sm:text-[1.75rem]">
        <DateText text={t("card.draws", { date })} />
      </p>
      {earlyBirds.length > 0 ? (
        <div className="text-base">
          <p className="text-muted">{t("sheet.earlyBirds", { count: earlyBirds.length })}</p>
          <ul className="grid gap-1">
            {earlyBirds.map(({ at, prizes: [prize] }) => (
              <li key={at.toISOString()}>
                <span>
                  <DateText text={formatInstant(at, locale, draw.timeZone, "stamp")} />
                </span>
                {prize ? (
                  <span>
                    {"\u00a0· "}
                    <b className="font-semibold">
                      <DrawText text={prize.description} locale={locale} />
                    </b>
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}

async function SmallPrint({ draw }: Pick<PosterProps, "draw">) {
  const t = await getTranslations("draw");
  return (
    <div className="shrink-0 text-pretty px-(--edge) text-[0.8125rem] text-muted leading-snug **:inline">
      {draw.license ? <p>{`${t("licence", { number: draw.license })} · `}</p> : null}
      <ResponsiblePlay draw={draw} isPlain />
    </div>
  );
}
