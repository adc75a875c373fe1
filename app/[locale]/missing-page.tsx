import "server-only";

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import { ErrorScreen } from "@/components/ui/error/error-screen";
import type { Language } from "@/lib/platform/i18n/routing";
import { setPageStatus } from "@/lib/platform/server/page-status";

export async function missingMetadata(locale: Language): Promise<Metadata> {
  const t = await getTranslations({ locale, namespace: "errorScreen" });
  return { title: t("heading"), robots: { index: false, follow: false } };
}

/** Must not read the request, so that pages stay cacheable. */
export function missingPage() {
  setPageStatus(404);
  return <ErrorScreen statusCode={404} />;
}
