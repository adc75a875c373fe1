import { getTranslations } from "next-intl/server";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type PlayLinesProps = { draw: PublicDraw; locale: Language; checkoutHost: string };

/** Where the winning number and the rules stand. The addresses are written out: paper has no links. */
export async function PlayLines({ draw, locale, checkoutHost }: PlayLinesProps) {
  const t = await getTranslations("receipt");
  const page = checkoutHost + localizedPath(locale, `/${draw.id}`);
  const link = (href: string) => (
    <a href={href} className="break-words font-semibold underline underline-offset-4">
      {href}
    </a>
  );
  return (
    <>
      <p>
        {t("posted")} {link(page)}. {t("absent")}
      </p>
      <p>
        {t("rules")} {link(`${page}#rules`)}
      </p>
    </>
  );
}
