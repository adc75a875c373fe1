import "server-only";

import { revalidatePath } from "next/cache";

import { refreshLive } from "@/lib/activity/view-live";
import { drawFilters } from "@/lib/draw-filters";
import { forgetPages } from "@/lib/platform/guard/kept-pages";
import { languages } from "@/lib/platform/i18n/routing";

/**
 * Makes this process read the live state of a draw and render its pages anew; other processes do within what these are
 * kept for.
 */
export function refreshPages(drawId: string): void {
  refreshLive(drawId);
  forgetPages();
  for (const language of languages) {
    revalidatePath(`/${language}/${drawId}`);
    revalidatePath(`/${language}/1/${drawId}`);
    for (const filter of [...drawFilters, "all"]) revalidatePath(`/${language}/-/list/${filter}`);
  }
}
