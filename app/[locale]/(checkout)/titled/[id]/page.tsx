import type { Metadata, Viewport } from "next";
import { describeDraw } from "@/app/[locale]/(checkout)/describe-draw";
import type { DrawParams } from "@/app/[locale]/(checkout)/render-draw";
import { renderDraw } from "@/app/[locale]/(checkout)/render-draw";
import { readTitleQuery } from "@/components/draws/draw-metadata";

type PageProps = {
  params: DrawParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/**
 * The query makes this page one of its request (docs/design.md, Title and description of a draw); its body is the
 * draw's own page.
 */
export const dynamic = "force-dynamic";

/** The bar at the bottom tells by it what a phone keeps for itself there. */
export const viewport: Viewport = { viewportFit: "cover" };

export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  return describeDraw(params, { query: readTitleQuery(await searchParams) });
}

export default function Page({ params }: PageProps) {
  return renderDraw(params);
}
