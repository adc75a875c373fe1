import "server-only";

import { revalidatePath } from "next/cache";

import { refreshLive } from "@/lib/activity/view-live";
import type { Context } from "@/lib/context";
import { drawFilters } from "@/lib/draw-filters";
import { readAdminDraw } from "@/lib/draws/read-admin-draw";
import { clearPages } from "@/lib/platform/guard/cached-pages";
import type { Refusal } from "@/lib/platform/http/reasons";
import type { ApiResult } from "@/lib/platform/http/respond";
import { languages } from "@/lib/platform/i18n/routing";

/** Discards a draw's cached pages in this process. In others, they expire by themselves. */
export function refreshPages(drawId: string): void {
  refreshLive(drawId);
  clearPages();
  for (const language of languages) {
    revalidatePath(`/${language}/${drawId}`);
    revalidatePath(`/${language}/1/${drawId}`);
    for (const filter of [...drawFilters, "all"]) revalidatePath(`/${language}/-/list/${filter}`);
  }
}

export async function respondWithDraw(
  ctx: Context,
  drawId: string,
  result: { ok: true } | Refusal,
): Promise<ApiResult> {
  if (!result.ok) return result;
  refreshPages(drawId);
  const view = await readAdminDraw(ctx, drawId);
  return view.ok ? { ok: true, body: { draw: view.draw } } : view;
}
