import type { Metadata } from "next";

import type { PageProps } from "@/app/[locale]/page-props";
import { describeList, renderList } from "@/app/[locale]/render-list";
import { readDrawFilter } from "@/lib/draw-filters";

/** Rendered only if the guard before Next can't decide the visitor's language. Otherwise the cached list is served. */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return describeList((await params).locale);
}

export default async function Page({ params, searchParams }: PageProps) {
  const { filter } = await searchParams;
  return renderList((await params).locale, readDrawFilter(filter));
}
