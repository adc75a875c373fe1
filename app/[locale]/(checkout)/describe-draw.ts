import "server-only";

import type { Metadata } from "next";
import { missingMetadata } from "@/app/[locale]/missing-page";
import { drawMetadata } from "@/components/draws/draw-metadata";
import { splitTitled } from "@/lib/draws/rules.addresses";
import { env } from "@/lib/platform/server/env";
import { loadDraw } from "./load-draw";
import type { DrawParams } from "./render-draw";

/** The head of a draw's page, or of the shared tablet's: that of unknown paths when there is no such draw. */
export async function describeDraw(params: DrawParams, { isKiosk }: { isKiosk: boolean }) {
  const { locale, id: segment } = await params;
  const { id, words } = splitTitled(segment);
  const found = await loadDraw(id);
  if (!found.ok) return missingMetadata(locale);
  const metadata: Metadata = await drawMetadata(found.draw, locale, {
    checkoutHost: env().CHECKOUT_HOST,
    path: `${isKiosk ? "/1" : ""}/${found.draw.id}`,
    words,
  });
  return isKiosk ? { ...metadata, robots: { index: false, follow: false } } : metadata;
}
