import type { Metadata } from "next";
import { loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import type { DrawParams } from "@/app/[locale]/(checkout)/render-draw";
import { renderDraw } from "@/app/[locale]/(checkout)/render-draw";
import { drawMetadata } from "@/components/draws/draw-metadata";
import { env } from "@/lib/platform/server/env";

type PageProps = { params: DrawParams };

/** Seconds for which the page cache serves a page; what changes by the second is asked for by the browser. */
export const revalidate = 5;

/** No page is made at build time, which keeps the build away from the database. */
export function generateStaticParams() {
  return [];
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, id } = await params;
  const found = await loadDraw(id);
  return found.ok ? drawMetadata(found.draw, locale, env().CHECKOUT_HOST) : {};
}

export default function Page({ params }: PageProps) {
  return renderDraw(params);
}
