import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import type { TitleWords } from "@/lib/draws/pages/rules.addresses";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, localizedPath } from "@/lib/platform/i18n/routing";

type DrawPlace = { checkoutHost: string; path: string; words: TitleWords };

export async function drawDescription(
  { organization }: Pick<PublicDraw, "organization">,
  locale: Language,
  inSupportOf?: string,
): Promise<string> {
  const t = await getTranslations("draw.metadata");
  return t("description", { target: inSupportOf ?? localText(organization, locale).text });
}

/** See docs/design.md, Title and description of a draw. The canonical address has no query. */
export async function drawMetadata(
  draw: PublicDraw,
  locale: Language,
  { checkoutHost, path, words }: DrawPlace,
): Promise<Metadata> {
  const t = await getTranslations("draw.metadata");
  const title = localText(draw.title, locale).text;
  const liveTitle = words.title ?? (draw.type === "5050 Cash" ? t("title", { title }) : title);
  const fullTitle = draw.isTestDraw ? t("titleOfTest", { title: liveTitle }) : liveTitle;
  const address = (language: Language) => `${checkoutHost}${localizedPath(language, path)}`;
  return {
    title: words.inSupportOf ? t("titleWithSupport", { title: fullTitle, target: words.inSupportOf }) : fullTitle,
    description: await drawDescription(draw, locale, words.inSupportOf),
    alternates: {
      canonical: address(locale),
      languages: {
        [htmlLanguage("en")]: address("en"),
        [htmlLanguage("fr")]: address("fr"),
        "x-default": address("en"),
      },
    },
    robots: draw.isTestDraw ? { index: false } : undefined,
  };
}
