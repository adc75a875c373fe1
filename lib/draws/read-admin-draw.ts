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
import { findFedDraws } from "./find-fed-draws";
import {
  countTicketsInDraw,
  countTicketsLeft,
  findNotOnSaleReason,
  getPotCents,
  getSchedule,
  getTimeState,
  isOver,
} from "./rules";
import type { AdminDraw } from "./rules.projection";
import type { DrawRecord } from "./store";
import { listDrawRecords, readDrawRecord } from "./store";

export async function readAdminDraw(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; draw: AdminDraw } | Refusal<AdminRefusal | "draw-not-found">> {
  const refused = await authorizeForDraw(ctx, "view", drawId, "draw-not-found");
  if (refused) return refused;
  const record = await readDrawRecord(ctx.db, drawId);
  if (!record) return refuse("draw-not-found");
  const fed = await findFedDraws(ctx, [drawId]);
  return { ok: true, draw: toAdminDraw(record, fed, ctx.now()) };
}

export async function listAdminDraws(ctx: Context): Promise<{ ok: true; draws: AdminDraw[] } | Refusal<AdminRefusal>> {
  const found = authorizeAdmin(ctx.actor, "view");
  if (!found.ok) return found;
  const records = await listDrawRecords(ctx.db, found);
  const drawIds = records.map(({ draw }) => draw.id);
  const fed = await findFedDraws(ctx, drawIds);
  return { ok: true, draws: records.map((record) => toAdminDraw(record, fed, ctx.now())) };
}

export function toAdminDraw(record: DrawRecord, fedDraws: ReadonlySet<string>, now: Date): AdminDraw {
  const { draw, closedAt, cancelledAt, mainPool } = record;
  const schedule = getSchedule(draw);
  const reason = findNotOnSaleReason(record, now);
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
    drawsAt: schedule.drawsAt.toISOString(),
    isTest: draw.isTestDraw,
    cancelledAt: cancelledAt?.toISOString() ?? null,
    isFed: fedDraws.has(draw.id),
    isOver: isOver(record, now),
    isArchived: record.archivedAt !== null && isOver(record, now),
  };
}
