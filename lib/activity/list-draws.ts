import "server-only";

import type { Context } from "@/lib/context";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import type { DrawSelection } from "@/lib/draws/store";
import { listDrawRecords } from "@/lib/draws/store";

import { viewActivity } from "./view-activity";

/** A draw in a list. */
export type ListedDraw = { draw: PublicDraw; live: LiveState };

/** The draws of a selection as a browser may see them, the latest close first. */
export async function listDraws(ctx: Context, selection: DrawSelection): Promise<ListedDraw[]> {
  const now = ctx.now();
  const records = await listDrawRecords(ctx.db, selection);
  return Promise.all(
    records.map(async (record) => {
      const activity = await viewActivity(ctx, record, false);
      return { draw: toPublicDraw(record, activity, now), live: toLiveState(record, activity, now) };
    }),
  );
}
