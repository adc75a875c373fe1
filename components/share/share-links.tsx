import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type ShareLinksProps = {
  draw: Pick<PublicDraw, "id" | "state">;
  locale: Language;
  /** The path of the draw's page, without the language. */
  path?: string | undefined;
};

function getPosterLink({ draw, locale, path = `/${draw.id}` }: ShareLinksProps): string {
  return localizedPath(locale, `${path}/poster`);
}

/** Links to the draw's poster. `watchShares` turns it into a share button, and shows `data-share` after copying. */
export async function ShareLink(props: ShareLinksProps) {
  const t = await getTranslations("share");
  return (
    <a href={getPosterLink(props)} data-share={t("copied")} className={buttonClass("secondary")}>
      <Icon name="share" />
      <span aria-live="polite">{t("share")}</span>
    </a>
  );
}

const linksClass =
  "flex flex-wrap items-center justify-center gap-x-6 gap-y-1 " +
  "in-[.draw-side:not(:has(#checkout))]:sm:max-lg:justify-start";

export async function ShareLinks(props: ShareLinksProps) {
  if (props.draw.state.time_state === "Ended") return null;
  const t = await getTranslations("share");
  return (
    <p className={linksClass}>
      <ShareLink {...props} />
      <a href={getPosterLink(props)} className={`${buttonClass("quiet")} extra`}>
        {t("poster")}
      </a>
    </p>
  );
}

type ShareTagsProps = {
  draw: Pick<PublicDraw, "id" | "title">;
  description: string;
  locale: Language;
  checkoutHost: string;
};

/**
 * React puts these tags into the head. Next's metadata would repeat title and description, although networks read them
 * anywhere (docs/decisions/051).
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
