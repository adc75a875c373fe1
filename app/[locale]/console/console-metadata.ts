import "server-only";

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import type { PageProps } from "@/app/[locale]/page-props";
import { localizedPath } from "@/lib/platform/i18n/routing";

type TitleKey = "title" | "tablets.title" | "people.title" | "invitation.title" | "demo.title" | "history.title";

/** The metadata of a page of the console, which search engines leave out; `path` has no language. */
export function consoleMetadata(key: TitleKey, path: string) {
  return async ({ params }: PageProps): Promise<Metadata> => {
    const { locale } = await params;
    const t = await getTranslations({ locale, namespace: "console" });
    return {
      title: t(key),
      alternates: { canonical: localizedPath(locale, path) },
      robots: { index: false, follow: false },
      // A link in an invitation holds a code.
      referrer: "no-referrer",
    };
  };
}
