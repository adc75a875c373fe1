import "server-only";

import type { Context } from "@/lib/context";
import { findNotOnSaleReason, getSchedule } from "@/lib/draws/rules";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import type { DrawRecord, DrawSelection } from "@/lib/draws/store";
import { listDrawRecords } from "@/lib/draws/store";
import { viewActivity } from "./view-draw";

export type ListedDraw = { draw: PublicDraw; live: LiveState };

export async function listDraws(ctx: Context, selection: DrawSelection): Promise<ListedDraw[]> {
  const now = ctx.now();
  return viewRecords(ctx, await listDrawRecords(ctx.db, selection), now);
}

function viewRecords(ctx: Context, records: readonly DrawRecord[], now: Date): Promise<ListedDraw[]> {
  return Promise.all(
    records.map(async (record) => {
      const activity = await viewActivity(ctx, record, false);
      return { draw: toPublicDraw(record, activity, now), live: toLiveState(record, activity, now) };
    }),
  );
}

const maxFeatured = 3;

type HostDraw = Pick<PublicDraw, "id" | "parentId" | "state" | "additionalOptions">;

/** Lists draws for a draw's page from the first selection that has open ones, the next to close first. */
export async function listFeatured(ctx: Context, host: HostDraw): Promise<ListedDraw[]> {
  let records: DrawRecord[] = [];
  for (const selection of selectionsFor(host)) {
    if (records.length === 0) records = await findOpen(ctx, host, selection);
  }
  return viewRecords(ctx, records, ctx.now());
}

/** `featuredDraws.mode` decides while a draw sells. Afterwards its parent's draws come before the dashboard's. */
function selectionsFor({ parentId, state, additionalOptions }: HostDraw): DrawSelection[] {
  const { mode } = additionalOptions.featuredDraws ?? {};
  const isOver = state.time_state === "Ended";
  if (!isOver && (mode ?? "none") === "none") return [];
  if (!isOver && mode !== "parent") return ["dashboard"];
  const own = { parentId };
  return isOver && mode !== "none" && mode !== "parent" ? [own, "dashboard"] : [own];
}

async function findOpen(ctx: Context, host: HostDraw, selection: DrawSelection): Promise<DrawRecord[]> {
  const now = ctx.now();
  const records = await listDrawRecords(ctx.db, selection);
  const open = records.filter((record) => {
    const { id, displayOnDashboard, isTestDraw } = record.draw;
    return id !== host.id && displayOnDashboard && !isTestDraw && findNotOnSaleReason(record, now) === null;
  });
  const closesAt = ({ draw }: DrawRecord) => getSchedule(draw).closesAt.getTime();
  return open.sort((left, right) => closesAt(left) - closesAt(right)).slice(0, maxFeatured);
}
