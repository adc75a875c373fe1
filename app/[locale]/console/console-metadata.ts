import "server-only";

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import { isLanguage, localizedPath } from "@/lib/platform/i18n/routing";

type TitleKey =
  | "title"
  | "account.title"
  | "orders.title"
  | "tablets.title"
  | "teams.title"
  | "people.title"
  | "invitation.title"
  | "demo.title"
  | "history.title";

/** The metadata of a page of the console, which search engines leave out. `path` has no language. */
export function consoleMetadata(key: TitleKey, path: string) {
  return async ({ params }: { params: Promise<{ locale: string }> }): Promise<Metadata> => {
    const { locale } = await params;
    if (!isLanguage(locale)) return {};
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
