import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import type { TitleParameters } from "@/lib/draws/pages/rules.page-paths";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, localizedPath } from "@/lib/platform/i18n/routing";

type MetadataContext = { checkoutHost: string; path: string; words: TitleParameters };

export async function getDrawDescription(
  { organization }: Pick<PublicDraw, "organization">,
  locale: Language,
  inSupportOf?: string,
): Promise<string> {
  const t = await getTranslations("draw.metadata");
  return t("description", { target: inSupportOf ?? localText(organization, locale).text });
}

/** Defined in docs/design.md, Title and description of a draw. The canonical URL has no query. */
export async function getDrawMetadata(
  draw: PublicDraw,
  locale: Language,
  { checkoutHost, path, words }: MetadataContext,
): Promise<Metadata> {
  const t = await getTranslations("draw.metadata");
  const title = localText(draw.title, locale).text;
  const liveTitle = words.title ?? (draw.type === "5050 Cash" ? t("title", { title }) : title);
  const fullTitle = draw.isTestDraw ? t("titleOfTest", { title: liveTitle }) : liveTitle;
  const getUrl = (language: Language) => `${checkoutHost}${localizedPath(language, path)}`;
  return {
    title: words.inSupportOf ? t("titleWithSupport", { title: fullTitle, target: words.inSupportOf }) : fullTitle,
    description: await getDrawDescription(draw, locale, words.inSupportOf),
    alternates: {
      canonical: getUrl(locale),
      languages: {
        [htmlLanguage("en")]: getUrl("en"),
        [htmlLanguage("fr")]: getUrl("fr"),
        "x-default": getUrl("en"),
      },
    },
    robots: draw.isTestDraw ? { index: false } : undefined,
  };
}
