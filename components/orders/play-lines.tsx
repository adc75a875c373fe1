import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type PlayLinesProps = { draw: PublicDraw; locale: Language; checkoutHost: string };

/** A link in words; paper has no links, so there its address is written out. */
function linkTo(href: string) {
  return (words: ReactNode) => (
    <a href={href} className="font-semibold underline underline-offset-4 print:font-normal print:no-underline">
      {words}
      <span className="hidden print:inline"> ({href})</span>
    </a>
  );
}

/** Where the winning number and the rules stand. */
export async function PlayLines({ draw, locale, checkoutHost }: PlayLinesProps) {
  const t = await getTranslations("order.play");
  const page = checkoutHost + localizedPath(locale, `/${draw.id}`);
  return (
    <>
      <p>{t.rich("posted", { page: linkTo(page) })}</p>
      <p>{t.rich("rules", { page: linkTo(`${page}#rules`) })}</p>
    </>
  );
}
