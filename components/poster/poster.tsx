import { getTranslations } from "next-intl/server";
import { StillPicture } from "@/components/draws/banner";
import { CauseWords } from "@/components/draws/cause";
import { DateWords, DrawText } from "@/components/draws/draw-text";
import { ResponsiblePlay } from "@/components/draws/fine-print";
import { groundStyleOf, ownColorsOf } from "@/components/draws/ground-style";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import { LanguageSwitch } from "@/components/ui/language-switch";
import { PageFooter } from "@/components/ui/page-footer";
import { PageHeader } from "@/components/ui/page-header";
import { PrintButton } from "@/components/ui/print-button";
import { QrCode } from "@/components/ui/qr-code";
import { scheduleOf } from "@/lib/draws/rules";
import { earlyBirdsWithPrizes } from "@/lib/draws/rules.moments";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { PosterTicket } from "./poster-ticket";

type PosterProps = { draw: PublicDraw; live: LiveState; locale: Language; checkoutHost: string };

type PartProps = Pick<PosterProps, "draw" | "locale">;

/** When it is drawn, and the drawings before that which a ticket is in too; of a draw that is over, nothing. */
async function Drawings({ draw, live, locale }: Omit<PosterProps, "checkoutHost">) {
  if (draw.state.time_state === "Ended") return null;
  const t = await getTranslations("share");
  const now = new Date(live.serverTime);
  const birds = earlyBirdsWithPrizes(draw).filter(({ at }) => at > now);
  const date = formatInstant(scheduleOf(draw).drawsAt, locale, draw.timeZone, "dated");
  return (
    <>
      <p className="poster-date">
        <DateWords words={t("card.draws", { date })} />
      </p>
      {birds.length > 0 ? (
        <div className="text-base">
          <p className="text-muted">{t("sheet.earlyBirds", { count: birds.length })}</p>
          <ul className="poster-birds">
            {birds.map(({ at, prizes: [prize] }) => (
              <li key={at.toISOString()}>
                <DateWords words={formatInstant(at, locale, draw.timeZone, "stamp")} />
                {prize ? (
                  <>
                    {"\u00a0· "}
                    <b>
                      <DrawText text={prize.description} locale={locale} />
                    </b>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}

/**
 * The code that opens the draw; beside it what to do with it, the dates, and for whoever types the address: as large as
 * one line can be, for 0.57 em a character.
 */
async function Offer({ draw, live, locale, checkoutHost }: PosterProps) {
  const t = await getTranslations("share.sheet");
  const page = checkoutHost + localizedPath(locale, `/${draw.id}`);
  const address = page.replace(/^https?:\/\//, "");
  const words = t(draw.state.time_state === "Ended" ? "scanOver" : "scan");
  return (
    <div className="poster-offer">
      <QrCode text={page} label={words} isBare className="poster-qr" />
      <div className="poster-words">
        <div className="poster-call">
          <p className="poster-scan">{words}</p>
          <p
            className="poster-address"
            style={{ fontSize: `clamp(1rem, ${Math.floor(175 / address.length)}cqi, 1.5rem)` }}
          >
            {address}
          </p>
        </div>
        <Drawings draw={draw} live={live} locale={locale} />
      </div>
    </div>
  );
}

/** What a poster must say of a draw: its licence, who may play, and where help is found. */
async function SmallPrint({ draw }: Pick<PosterProps, "draw">) {
  const t = await getTranslations("draw");
  return (
    <div className="poster-small">
      {draw.license ? <p>{t("licence", { number: draw.license })} · </p> : null}
      <ResponsiblePlay draw={draw} isPlain />
    </div>
  );
}

/** What stands above the sheet, and not on it. */
async function Ways({ draw, locale }: PartProps) {
  const t = await getTranslations("share.sheet");
  return (
    <div className="poster-ways">
      <a href={localizedPath(locale, `/${draw.id}`)} className={`${buttonClass("quiet")} extra`}>
        <Icon name="arrow-left" />
        {t("back")}
      </a>
      <p className="poster-hint">{t("hint")}</p>
      <PrintButton variant="primary">
        <Icon name="printer" />
        {t("print")}
      </PrintButton>
    </div>
  );
}

/** A draw on a sheet of letter paper, for a wall or a table: what for, what is won, from how much, when, and a code. */
export async function Poster({ draw, live, locale, checkoutHost }: PosterProps) {
  const words = await getTranslations("draw");
  const own = ownColorsOf(draw);
  return (
    <>
      <div className="print:hidden">
        <PageHeader homeHref={localizedPath(locale, "/")} homeLabel={words("home")}>
          <LanguageSwitch />
        </PageHeader>
      </div>
      <main className={`wrap-anywhere px-4 py-6 sm:px-6 print:p-0 ${own.className}`} style={own.style}>
        <Ways draw={draw} locale={locale} />
        <article className="poster">
          <StillPicture image={draw.bannerImage} className="poster-picture" />
          <PosterTicket draw={draw} live={live} locale={locale} />
          <p className="poster-for" style={groundStyleOf(draw)}>
            <Icon name="heart" />
            <span>
              <CauseWords draw={draw} locale={locale} />
            </span>
          </p>
          <Offer draw={draw} live={live} locale={locale} checkoutHost={checkoutHost} />
          <SmallPrint draw={draw} />
        </article>
      </main>
      <PageFooter />
    </>
  );
}
