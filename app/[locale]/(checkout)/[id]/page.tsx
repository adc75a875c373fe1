import type { Metadata, Viewport } from "next";
import { describeDraw } from "@/app/[locale]/(checkout)/describe-draw";
import type { DrawParams } from "@/app/[locale]/(checkout)/render-draw";
import { renderDraw } from "@/app/[locale]/(checkout)/render-draw";

type PageProps = { params: DrawParams };

/** Seconds for which the page cache serves a page; what changes by the second is asked for by the browser. */
export const revalidate = 1;

/** No page is made at build time, which keeps the build away from the database. */
export function generateStaticParams() {
  return [];
}

/** The bar at the bottom tells by it what a phone keeps for itself there. */
export const viewport: Viewport = { viewportFit: "cover" };

export function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return describeDraw(params, { isKiosk: false });
}

export default function Page({ params }: PageProps) {
  return renderDraw(params);
}
