import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import { ErrorScreen } from "@/components/ui/error-screen";

/** Next uses it, too, for a page to which the middleware gave the status 404. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errorScreen");
  return { title: t("heading"), robots: { index: false, follow: false } };
}

/** Reads nothing of the request: it is part of every page, and would take the page out of the cache. */
export default function NotFoundPage() {
  return <ErrorScreen statusCode={404} />;
}
