import "server-only";

import type { Context } from "@/lib/context";
import { scheduleOf, whyNotOnSale } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import type { DrawSelection } from "@/lib/draws/store";
import { listDrawRecords, readParentId } from "@/lib/draws/store";

import type { ListedDraw } from "./list-draws";
import { viewActivity } from "./view-activity";

/** How many draws are featured beside another. */
const featuredAtMost = 3;

type Host = Pick<PublicDraw, "id" | "recurringDraw" | "state" | "additionalOptions">;

/** Of whom draws are featured: nobody, the same parent, or everybody on the dashboard (`featuredDraws.mode`). */
async function selectionFor(ctx: Context, { id, recurringDraw, state, additionalOptions }: Host) {
  const mode = additionalOptions.featuredDraws?.mode ?? "none";
  const isOver = recurringDraw && state.time_state === "Ended";
  if (mode !== "parent" && mode !== "none") return "dashboard" satisfies DrawSelection;
  if (mode === "none" && !isOver) return null;
  const parentId = await readParentId(ctx.db, id);
  return parentId === null ? null : { parentId };
}

/**
 * The open draws that a draw's page leads to, the next to close first: those that `featuredDraws` asks for, and once a
 * recurring draw is over, those of its parent that sell now. A test draw is featured nowhere.
 */
export async function listFeatured(ctx: Context, host: Host): Promise<ListedDraw[]> {
  const selection = await selectionFor(ctx, host);
  if (selection === null) return [];
  const now = ctx.now();
  const records = await listDrawRecords(ctx.db, selection);
  const open = records.filter((record) => {
    const { id, displayOnDashboard, isTestDraw } = record.draw;
    return id !== host.id && displayOnDashboard && !isTestDraw && whyNotOnSale(record, now) === null;
  });
  const closesAt = ({ draw }: (typeof open)[number]) => scheduleOf(draw).closesAt.getTime();
  const shown = open.sort((left, right) => closesAt(left) - closesAt(right)).slice(0, featuredAtMost);
  return Promise.all(
    shown.map(async (record) => {
      const activity = await viewActivity(ctx, record, false);
      return { draw: toPublicDraw(record, activity, now), live: toLiveState(record, activity, now) };
    }),
  );
}
