import "server-only";

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import { isLanguage, localizedPath } from "@/lib/platform/i18n/routing";

type TitleKey =
  | "title"
  | "account.title"
  | "orders.title"
  | "draws.title"
  | "tablets.title"
  | "teams.title"
  | "people.title"
  | "invitation.title"
  | "demo.title"
  | "history.title";

/** Keeps search engines away. `path` has no language. */
export function consoleMetadata(key: TitleKey, path: string) {
  return async ({ params }: { params: Promise<{ locale: string }> }): Promise<Metadata> => {
    const { locale } = await params;
    if (!isLanguage(locale)) return {};
    const t = await getTranslations({ locale, namespace: "console" });
    return {
      title: t(key),
      alternates: { canonical: localizedPath(locale, path) },
      robots: { index: false, follow: false },
      // The link of an invitation contains a code.
      referrer: "no-referrer",
    };
  };
}
