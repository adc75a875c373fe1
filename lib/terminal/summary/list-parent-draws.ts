import "server-only";

import type { ListedDraw } from "@/lib/activity/list-draws";
import { listDraws } from "@/lib/activity/list-draws";
import type { Context } from "@/lib/context";
import { getTimeZone } from "@/lib/draws/rules";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { getZoneOffsets, pastYears } from "@/lib/platform/i18n/zone-offsets";
import type { ZoneOffsets } from "@/lib/platform/i18n/zoned-parts";

/** `zones` are UTC offsets for formatting times of these draws and past ones. */
type ParentDraws = { ok: true; draws: ListedDraw[]; zones: ZoneOffsets[] };

export async function listParentDraws(ctx: Context): Promise<ParentDraws | Refusal<"device-required">> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  const draws = await listDraws(ctx, { parentId: actor.parentId });
  const zones = new Set([getTimeZone(null), ...draws.map(({ draw }) => draw.timeZone)]);
  return { ok: true, draws, zones: [...zones].map((zone) => getZoneOffsets(zone, ctx.now(), pastYears)) };
}
