import "server-only";

import type { ListedDraw } from "@/lib/activity/list-draws";
import { listDraws } from "@/lib/activity/list-draws";
import type { Context } from "@/lib/context";
import { timeZoneOf } from "@/lib/draws/rules";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { keptYears, zoneOffsetsOf } from "@/lib/platform/i18n/zone-offsets";
import type { ZoneOffsets } from "@/lib/platform/i18n/zoned-parts";

/** What a tablet shows on its home page, with the clocks by which it writes times of these draws and of past ones. */
type ParentDraws = { ok: true; draws: ListedDraw[]; zones: ZoneOffsets[] };

/** The approved draws of the parent of the device that calls, the latest close first. Refusal: `device-required`. */
export async function listParentDraws(ctx: Context): Promise<ParentDraws | Refusal> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  const draws = await listDraws(ctx, { parentId: actor.parentId });
  const zones = new Set([timeZoneOf(null), ...draws.map(({ draw }) => draw.timeZone)]);
  return { ok: true, draws, zones: [...zones].map((zone) => zoneOffsetsOf(zone, ctx.now(), keptYears)) };
}
