import type { Metadata } from "next";
import { missingPage } from "@/app/[locale]/missing-page";
import { describeList, renderList } from "@/app/[locale]/render-list";
import { readDrawFilter } from "@/lib/draw-filters";
import type { Language } from "@/lib/platform/i18n/routing";

type PageProps = { params: Promise<{ locale: Language; filter: string }> };

/** Seconds for which the page cache serves a page. */
export const revalidate = 1;

/** No page is made at build time, which keeps the build away from the database. */
export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return describeList((await params).locale);
}

/** The list of draws by one of its filters, or `all`: what the guard before Next keeps. */
export default async function Page({ params }: PageProps) {
  const { locale, filter } = await params;
  const known = readDrawFilter(filter);
  return known || filter === "all" ? renderList(locale, known) : missingPage();
}
