import "server-only";

import type { Metadata } from "next";
import { cache } from "react";

import { missingMetadata } from "@/app/[locale]/missing-page";
import { getDrawMetadata } from "@/components/draws/draw-metadata";
import { viewDraw } from "@/lib/activity/view-draw";
import { parseTitledId } from "@/lib/draws/pages/rules.page-paths";
import { refreshDraw } from "@/lib/feed/refresh-draw";
import { setMessageOverrides } from "@/lib/platform/i18n/page-message-overrides";
import type { Language } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { createContext } from "@/lib/wiring/create-context";

/** `id` may be followed by the draw's title (lib/draws/pages/rules.page-paths.ts). */
export type DrawParams = Promise<{ locale: Language; id: string }>;

/** Loads once for metadata and body. Throws if a feed that may have the draw doesn't answer. */
export const loadDraw = cache(async (drawId: string) => {
  const ctx = await createContext("reads");
  const refresh = await refreshDraw(ctx, drawId);
  if (!refresh.ok && refresh.reason === "service-unavailable") throw new Error("The draw feed does not answer.");
  const view = await viewDraw(ctx, drawId);
  if (view.ok) setMessageOverrides(view.words);
  return view;
});

export async function describeDraw(params: DrawParams, { isKiosk }: { isKiosk: boolean }) {
  const { locale, id: segment } = await params;
  const { id, words } = parseTitledId(segment);
  const view = await loadDraw(id);
  if (!view.ok) return missingMetadata(locale);
  const metadata: Metadata = await getDrawMetadata(view.draw, locale, {
    checkoutHost: env().CHECKOUT_HOST,
    path: `${isKiosk ? "/1" : ""}/${view.draw.id}`,
    words,
  });
  return isKiosk ? { ...metadata, robots: { index: false, follow: false } } : metadata;
}
