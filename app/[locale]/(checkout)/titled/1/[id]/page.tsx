import type { Metadata } from "next";
import { describeDraw } from "@/app/[locale]/(checkout)/describe-draw";
import type { DrawParams } from "@/app/[locale]/(checkout)/render-draw";
import { renderKiosk } from "@/app/[locale]/(checkout)/render-kiosk";
import { readTitleQuery } from "@/components/draws/draw-metadata";

type PageProps = {
  params: DrawParams;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/**
 * The query makes this page one of its request (docs/design.md, Title and description of a draw); its body is that
 * of the shared tablet.
 */
export const dynamic = "force-dynamic";

export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  return describeDraw(params, { isKiosk: true, query: readTitleQuery(await searchParams) });
}

export default function Page({ params }: PageProps) {
  return renderKiosk(params);
}
