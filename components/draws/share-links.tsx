import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Icon } from "@/components/ui/icon";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type ShareLinksProps = { draw: Pick<PublicDraw, "id" | "state">; locale: Language };

/**
 * Passes a draw on. Both are links to its poster, which has its address in words and as a code; of the first,
 * `watchShares` makes a button that shares once it is there, and that says its `data-share` when it has copied. Once
 * sales have ended, nobody prints a poster that invites to play.
 */
export async function ShareLinks({ draw, locale }: ShareLinksProps) {
  const t = await getTranslations("share");
  const poster = localizedPath(locale, `/${draw.id}/poster`);
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-1">
      <a href={poster} data-share={t("copied")} className={buttonClass("secondary")}>
        <Icon name="share" />
        <span aria-live="polite">{t("share")}</span>
      </a>
      {draw.state.time_state === "Ended" ? null : (
        <a href={poster} className={`${buttonClass("quiet")} extra`}>
          {t("poster")}
        </a>
      )}
    </p>
  );
}
