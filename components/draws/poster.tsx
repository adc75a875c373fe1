import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { PageFooter } from "@/components/ui/page-footer";
import { PageHeader } from "@/components/ui/page-header";
import { PrintButton } from "@/components/ui/print-button";
import { QrCode } from "@/components/ui/qr-code";
import { scheduleOf } from "@/lib/draws/rules";
import { catalogueOf, lowestPriceCents } from "@/lib/draws/rules.catalogue";
import { earlyBirdsWithPrizes } from "@/lib/draws/rules.moments";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { drawingDate, drawingOf, mainWinnerOf } from "@/lib/draws/rules.winners";
import { toDollars } from "@/lib/money";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { formatShortMoney } from "@/lib/receipts/rules.parts";
import { StillPicture } from "./banner";
import { DateWords, DrawText } from "./draw-text";
import { ResponsiblePlay } from "./fine-print";
import { groundStyleOf } from "./ground-style";
import { TestMark } from "./test-mark";

type PosterProps = { draw: PublicDraw; locale: Language; checkoutHost: string };

/** What is won. Paper stays as it is: of a prize that grows it says the share, and the page says how much that is. */
async function Prize({ draw, locale }: Omit<PosterProps, "checkoutHost">) {
  const t = await getTranslations("share");
  const grand = draw.type === "5050 Cash" ? undefined : draw.prizes["Grand Prize"]?.[0];
  if (draw.type !== "5050 Cash" && !grand) return null;
  return (
    <p
      style={groundStyleOf(draw)}
      className="w-full text-balance rounded-card bg-brand px-6 py-5 font-display font-extrabold text-4xl text-on-brand leading-tight [print-color-adjust:exact] sm:text-5xl print:py-3 print:text-3xl"
    >
      {grand ? <DrawText text={grand.description} locale={locale} /> : t("half")}
    </p>
  );
}

/** Whose draw it is, under the mark of the charity. */
async function Owner({ draw, locale }: Omit<PosterProps, "checkoutHost">) {
  const words = await getTranslations("draw");
  const logo = draw.charity?.logo;
  return (
    <p className="flex flex-wrap items-center justify-center gap-3 font-medium text-lg text-muted">
      {/* biome-ignore lint/performance/noImgElement: a picture of the organization, served as it is */}
      {logo ? <img src={logo} alt="" width={52} height={52} className="size-13 object-contain" /> : null}
      <span>
        {draw.isTestDraw ? <TestMark label={words("testMark")} /> : null}{" "}
        <DrawText text={draw.organization} locale={locale} />
      </span>
    </p>
  );
}

/** What the money does, in the draw's own words; else whom it goes to. */
async function Cause({ draw, locale }: Omit<PosterProps, "checkoutHost">) {
  const t = await getTranslations("draw");
  const { charity, organization } = draw;
  return (
    <p className="text-balance font-medium text-xl leading-snug sm:text-2xl print:text-xl">
      {charity?.story ? (
        <DrawText text={charity.story} locale={locale} />
      ) : (
        t.rich("supports", { organization: () => <DrawText text={organization} locale={locale} /> })
      )}
    </p>
  );
}

/** What a ticket costs at least, and the drawings before the last that it is in; while tickets are sold. */
async function Offer({ draw, locale }: Omit<PosterProps, "checkoutHost">) {
  if (draw.state.time_state === "Ended") return null;
  const t = await getTranslations("share.sheet");
  const now = new Date();
  const cents = lowestPriceCents(catalogueOf(draw), now);
  const birds = earlyBirdsWithPrizes(draw).filter(({ at }) => at > now);
  return (
    <>
      {cents === null ? null : (
        <p className="font-display font-extrabold text-3xl leading-tight print:text-2xl">
          {t("from", { price: formatShortMoney(toDollars(cents), locale) })}
        </p>
      )}
      {birds.length > 0 ? (
        <p className="text-lg">
          <strong className="block font-semibold">{t("earlyBirds", { count: birds.length })}</strong>
          {birds.map(({ at, prizes: [prize] }) => (
            <span key={at.toISOString()} className="block">
              {formatInstant(at, locale, draw.timeZone, "stamp")}
              {prize ? (
                <strong className="block font-semibold">
                  <DrawText text={prize.description} locale={locale} />
                </strong>
              ) : null}
            </span>
          ))}
        </p>
      ) : null}
    </>
  );
}

/** Until when tickets are sold, and when it is drawn; of a draw that is over, when that was. */
async function Dates({ draw, locale }: Omit<PosterProps, "checkoutHost">) {
  const [t, words, home] = await Promise.all([
    getTranslations("share"),
    getTranslations("draw"),
    getTranslations("home"),
  ]);
  const { closesAt, drawsAt } = scheduleOf(draw);
  const date = (at: string | Date) => formatInstant(at, locale, draw.timeZone, "dated");
  const drawing = drawingOf(mainWinnerOf(draw), drawsAt, new Date());
  if (drawing && drawing.stage !== "ahead") {
    return (
      <p className="text-lg">
        <DateWords words={words(drawingDate[drawing.stage], { date: date(drawing.at) })} />
      </p>
    );
  }
  return (
    <p className="text-balance text-lg">
      {draw.state.time_state === "Ended" ? null : (
        <strong className="block font-semibold">
          <DateWords words={home("closes", { date: date(closesAt) })} />
        </strong>
      )}
      <DateWords words={t("card.draws", { date: date(drawsAt) })} />
    </p>
  );
}

/** What a poster must say of a draw: its licence, who may play, and where help is found. */
async function SmallPrint({ draw }: Pick<PosterProps, "draw">) {
  const t = await getTranslations("draw");
  return (
    <div className="grid gap-1 text-balance text-muted text-sm">
      {draw.license ? <p>{t("licence", { number: draw.license })}</p> : null}
      <ResponsiblePlay draw={draw} isPlain />
    </div>
  );
}

/** A draw on one sheet, for a wall or a table: what is won, what for, from how much, when, and a code that opens it. */
export async function Poster({ draw, locale, checkoutHost }: PosterProps) {
  const [t, words] = await Promise.all([getTranslations("share"), getTranslations("draw")]);
  const path = localizedPath(locale, `/${draw.id}`);
  const page = checkoutHost + path;
  return (
    <>
      <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={words("home")}>
        <LanguageSwitch />
      </PageHeader>
      <main className="wrap-anywhere mx-auto max-w-3xl px-4 py-6 sm:px-6 print:max-w-none print:p-0">
        <div className="mb-5 grid justify-items-center gap-2 print:hidden">
          <p className="text-balance text-center text-muted">{t("sheet.hint")}</p>
          <div className="flex flex-wrap justify-center gap-x-3">
            <PrintButton variant="primary">
              <Icon name="printer" />
              {t("sheet.print")}
            </PrintButton>
            <a href={path} className={`${buttonClass("quiet")} px-3`}>
              {t("sheet.back")}
            </a>
          </div>
        </div>
        <article className="poster">
          <StillPicture image={draw.bannerImage} className="poster-picture" />
          <Owner draw={draw} locale={locale} />
          <h1 className="text-4xl leading-tight sm:text-6xl print:text-4xl">
            <DrawText text={draw.title} locale={locale} />
          </h1>
          <Cause draw={draw} locale={locale} />
          <Prize draw={draw} locale={locale} />
          <div className="poster-code">
            <QrCode text={page} label={t("sheet.scan")} className="w-80 max-w-full print:w-[3.6in]" />
            <div className="sm:text-left print:text-left">
              <p className="text-balance font-display font-extrabold text-3xl leading-tight sm:text-4xl">
                {t("sheet.scan")}
              </p>
              <Offer draw={draw} locale={locale} />
              <Dates draw={draw} locale={locale} />
              <p className="text-balance">
                {t("sheet.live")} <strong className="font-semibold">{page.replace(/^https?:\/\//, "")}</strong>
              </p>
            </div>
          </div>
          <SmallPrint draw={draw} />
        </article>
      </main>
      <PageFooter />
    </>
  );
}
