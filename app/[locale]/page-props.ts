import type { Language } from "@/lib/platform/i18n/routing";

export type PageProps = {
  params: Promise<{ locale: Language }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};
