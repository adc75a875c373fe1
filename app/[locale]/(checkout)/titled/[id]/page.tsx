import type { Metadata } from "next";
import { loadDraw } from "@/app/[locale]/(checkout)/load-draw";
import type { DrawParams } from "@/app/[locale]/(checkout)/render-draw";
import { renderDraw } from "@/app/[locale]/(checkout)/render-draw";
import { drawMetadata, readTitleQuery } from "@/components/draws/draw-metadata";
import { env } from "@/lib/platform/server/env";

type PageProps = {
  params: DrawParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/**
 * The query makes this page one of its request (docs/design.md, Title and description of a draw); its body is the
 * draw's own page.
 */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  const { locale, id } = await params;
  const found = await loadDraw(id);
  if (!found.ok) return {};
  return drawMetadata(found.draw, locale, env().CHECKOUT_HOST, readTitleQuery(await searchParams));
}

export default function Page({ params }: PageProps) {
  return renderDraw(params);
}
