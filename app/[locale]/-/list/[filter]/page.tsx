import type { Metadata } from "next";
import { missingPage } from "@/app/[locale]/missing-page";
import { describeList, renderList } from "@/app/[locale]/render-list";
import { readDrawFilter } from "@/lib/draw-filters";
import type { Language } from "@/lib/platform/i18n/routing";

type PageProps = { params: Promise<{ locale: Language; filter: string }> };

export const revalidate = 1;

export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return describeList((await params).locale);
}

/** The cacheable list. The guard before Next rewrites `/?filter=…` to it. */
export default async function Page({ params }: PageProps) {
  const { locale, filter } = await params;
  const choice = readDrawFilter(filter);
  return choice || filter === "all" ? renderList(locale, choice) : missingPage();
}
