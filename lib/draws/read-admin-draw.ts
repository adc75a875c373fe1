import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import { toDollars } from "@/lib/money";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { authorizeForDraw } from "./authorize-for-draw";
import type { DrawSnapshot } from "./rules";
import {
  countTicketsInDraw,
  countTicketsLeft,
  findNotOnSaleReason,
  getPotCents,
  getSchedule,
  getTimeState,
} from "./rules";
import type { AdminDraw } from "./rules.projection";
import { listDrawRecords, readDrawRecord } from "./store";

export async function readAdminDraw(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; draw: AdminDraw } | Refusal<AdminRefusal | "draw-not-found">> {
  const refused = await authorizeForDraw(ctx, "view", drawId, "draw-not-found");
  if (refused) return refused;
  const record = await readDrawRecord(ctx.db, drawId);
  return record ? { ok: true, draw: toAdminDraw(record, ctx.now()) } : refuse("draw-not-found");
}

export async function listAdminDraws(ctx: Context): Promise<{ ok: true; draws: AdminDraw[] } | Refusal<AdminRefusal>> {
  const found = authorizeAdmin(ctx.actor, "view");
  if (!found.ok) return found;
  const records = await listDrawRecords(ctx.db, found);
  return { ok: true, draws: records.map((record) => toAdminDraw(record, ctx.now())) };
}

function toAdminDraw({ draw, closedAt, mainPool }: DrawSnapshot, now: Date): AdminDraw {
  const schedule = getSchedule(draw);
  const reason = findNotOnSaleReason({ draw, closedAt, mainPool }, now);
  return {
    id: draw.id,
    parentId: draw.parentId,
    organization: draw.organization as LocalText,
    title: localText(draw.title as LocalText, draw.locale.lang).text,
    titles: draw.title as LocalText,
    approvalState: draw.state.approval_state,
    timeState: getTimeState(schedule, closedAt, now),
    salesOpen: reason === null,
    ...(reason ? { reason } : {}),
    sold: countTicketsInDraw(mainPool),
    reserved: mainPool.reserved,
    left: countTicketsLeft(mainPool),
    pot: toDollars(getPotCents(mainPool)),
    opensAt: schedule.opensAt.toISOString(),
    closesAt: schedule.closesAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
