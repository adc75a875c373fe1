import "server-only";

import type { Context } from "@/lib/context";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import { listDrawRecords } from "@/lib/draws/store";

import { viewActivity } from "./view-activity";

/** A draw in a list. */
export type ListedDraw = { draw: PublicDraw; live: LiveState };

/**
 * The approved draws as a browser may see them, the latest close first: those shown on the dashboard, or all of one parent.
 */
export async function listDraws(ctx: Context, parentId?: string): Promise<ListedDraw[]> {
  const now = ctx.now();
  const records = await listDrawRecords(ctx.db, true);
  const shown = records.filter(({ draw }) =>
    parentId === undefined ? draw.displayOnDashboard : draw.parentId === parentId,
  );
  return Promise.all(
    shown.map(async (record) => {
      const activity = await viewActivity(ctx, record, false);
      return { draw: toPublicDraw(record, activity, now), live: toLiveState(record, activity, now) };
    }),
  );
}
