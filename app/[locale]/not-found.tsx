import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

import { ErrorScreen } from "@/components/ui/error/error-screen";

/** Next also uses it for a page to which the middleware gave status 404. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("errorScreen");
  return { title: t("heading"), robots: { index: false, follow: false } };
}

/** Must not read the request: it is part of every page, which would then not be cacheable. */
export default function NotFoundPage() {
  return <ErrorScreen statusCode={404} />;
}
