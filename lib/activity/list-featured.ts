import "server-only";

import type { Context } from "@/lib/context";
import { scheduleOf, whyNotOnSale } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import type { DrawRecord, DrawSelection } from "@/lib/draws/store";
import { listDrawRecords, readParentId } from "@/lib/draws/store";

import type { ListedDraw } from "./list-draws";
import { viewActivity } from "./view-activity";

/** How many draws are featured beside another. */
const featuredAtMost = 3;

type Host = Pick<PublicDraw, "id" | "state" | "additionalOptions">;

/**
 * Of whom draws are featured, the first of these that has some: nobody, the same parent, or everybody on the dashboard
 * (`featuredDraws.mode`). Once a draw is over its parent's come first, and nobody's only if the draw asks for none.
 */
async function selectionsFor(ctx: Context, { id, state, additionalOptions }: Host): Promise<DrawSelection[]> {
  const { mode } = additionalOptions.featuredDraws ?? {};
  const isOver = state.time_state === "Ended";
  if (!isOver && (mode ?? "none") === "none") return [];
  if (!isOver && mode !== "parent") return ["dashboard"];
  const parentId = await readParentId(ctx.db, id);
  const own = parentId === null ? [] : [{ parentId }];
  return isOver && mode !== "none" && mode !== "parent" ? [...own, "dashboard"] : own;
}

/** The open draws of a selection, the next to close first; a test draw is featured nowhere. */
async function findOpen(ctx: Context, host: Host, selection: DrawSelection): Promise<DrawRecord[]> {
  const now = ctx.now();
  const records = await listDrawRecords(ctx.db, selection);
  const open = records.filter((record) => {
    const { id, displayOnDashboard, isTestDraw } = record.draw;
    return id !== host.id && displayOnDashboard && !isTestDraw && whyNotOnSale(record, now) === null;
  });
  const closesAt = ({ draw }: DrawRecord) => scheduleOf(draw).closesAt.getTime();
  return open.sort((left, right) => closesAt(left) - closesAt(right)).slice(0, featuredAtMost);
}

/**
 * The open draws that a draw's page leads to, the next to close first: those that `featuredDraws` asks for, and once
 * the draw is over, those of its parent that sell now, else those of the dashboard.
 */
export async function listFeatured(ctx: Context, host: Host): Promise<ListedDraw[]> {
  let shown: DrawRecord[] = [];
  for (const selection of await selectionsFor(ctx, host)) {
    if (shown.length === 0) shown = await findOpen(ctx, host, selection);
  }
  const now = ctx.now();
  return Promise.all(
    shown.map(async (record) => {
      const activity = await viewActivity(ctx, record, false);
      return { draw: toPublicDraw(record, activity, now), live: toLiveState(record, activity, now) };
    }),
  );
}
