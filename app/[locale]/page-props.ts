import type { Language } from "@/lib/platform/i18n/routing";

/** What a page is given that stands below nothing but its language. */
export type PageProps = {
  params: Promise<{ locale: Language }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};
