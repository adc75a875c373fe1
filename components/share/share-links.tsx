import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type ShareLinksProps = { draw: Pick<PublicDraw, "id" | "state">; locale: Language };

function posterOf({ id }: Pick<PublicDraw, "id">, locale: Language): string {
  return localizedPath(locale, `/${id}/poster`);
}

/**
 * Passes a draw on: a link to its poster, which has its address in words and as a code. `watchShares` makes it a button
 * that shares once it is there, and that says its `data-share` when it has copied.
 */
export async function ShareLink({ draw, locale }: ShareLinksProps) {
  const t = await getTranslations("share");
  return (
    <a href={posterOf(draw, locale)} data-share={t("copied")} className={buttonClass("secondary")}>
      <Icon name="share" />
      <span aria-live="polite">{t("share")}</span>
    </a>
  );
}

/** Where nothing is sold, in line with what else can be done. */
const linksClass =
  "flex flex-wrap items-center justify-center gap-x-6 gap-y-1 " +
  "in-[.draw-side:not(:has(#checkout))]:sm:max-lg:justify-start";

/** Passes a draw on while it sells; once sales have ended nobody prints a poster that invites to play. */
export async function ShareLinks({ draw, locale }: ShareLinksProps) {
  if (draw.state.time_state === "Ended") return null;
  const t = await getTranslations("share");
  return (
    <p className={linksClass}>
      <ShareLink draw={draw} locale={locale} />
      <a href={posterOf(draw, locale)} className={`${buttonClass("quiet")} extra`}>
        {t("poster")}
      </a>
    </p>
  );
}

type ShareTagsProps = {
  draw: Pick<PublicDraw, "id" | "title">;
  /** The page's own description. */
  description: string;
  locale: Language;
  checkoutHost: string;
};

/**
 * What a shared link of a draw shows; React writes it into the head, wherever it is drawn. Next's own metadata would
 * say title and description once more, for a network that reads them where they stand (docs/decisions/051).
 */
export function ShareTags({ draw, description, locale, checkoutHost }: ShareTagsProps) {
  const page = checkoutHost + localizedPath(locale, `/${draw.id}`);
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:title" content={localText(draw.title, locale).text} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={page} />
      <meta property="og:image" content={`${page}/card.png`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
