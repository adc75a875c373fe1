import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, localizedPath } from "@/lib/platform/i18n/routing";

/** Query parameters that a main site may set (docs/design.md, Title and description of a draw). */
export type TitleQuery = { title?: string | undefined; inSupportOf?: string | undefined };

const longestQuery = 120;

/** Reads the parameters from a page's query; a repeated one counts once, and length is bounded. */
export function readTitleQuery(query: Record<string, string | string[] | undefined>): TitleQuery {
  const first = (value: string | string[] | undefined) =>
    (Array.isArray(value) ? value[0] : value)?.trim().slice(0, longestQuery) || undefined;
  return { title: first(query.title), inSupportOf: first(query.inSupportOf) };
}

/** Where a draw is shown: the origin of our pages, the page's path without language, and its query. */
type DrawPlace = { checkoutHost: string; path: string; query?: TitleQuery | undefined };

/** What a draw's page is about in one line, as search results and shared links show it. */
export async function drawDescription(
  { organization }: Pick<PublicDraw, "organization">,
  locale: Language,
  inSupportOf?: string,
): Promise<string> {
  const t = await getTranslations("draw.metadata");
  return t("description", { target: inSupportOf ?? localText(organization, locale).text });
}

/**
 * Title, description and addresses of a draw's page (docs/design.md, Title and description of a draw). The canonical
 * address is the checkout host and the path, without a query.
 */
export async function drawMetadata(
  draw: PublicDraw,
  locale: Language,
  { checkoutHost, path, query = {} }: DrawPlace,
): Promise<Metadata> {
  const t = await getTranslations("draw.metadata");
  const title = localText(draw.title, locale).text;
  const liveTitle = query.title ?? (draw.type === "5050 Cash" ? t("title", { title }) : title);
  const marked = draw.isTestDraw ? t("titleOfTest", { title: liveTitle }) : liveTitle;
  const address = (language: Language) => `${checkoutHost}${localizedPath(language, path)}`;
  return {
    title: query.inSupportOf ? t("titleWithSupport", { title: marked, target: query.inSupportOf }) : marked,
    description: await drawDescription(draw, locale, query.inSupportOf),
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
