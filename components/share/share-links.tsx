import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import type { PublicDraw } from "@/lib/draws/rules.projection";
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
