import "server-only";

import type { ListedDraw } from "@/lib/activity/list-draws";
import { listDraws } from "@/lib/activity/list-draws";
import type { Context } from "@/lib/context";
import { timeZoneOf } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import { listDrawRecords, readDrawRecord } from "@/lib/draws/store";
import { checkParent } from "@/lib/orders/check-operator";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { pastYears, zoneOffsetsOf } from "@/lib/platform/i18n/zone-offsets";
import type { ZoneOffsets } from "@/lib/platform/i18n/zoned-parts";
import type { DeviceActor } from "@/lib/terminal/device/authenticate-device";

import type { TerminalSummary } from "./rules";
import { countsToday, daysAt, totalByMethod } from "./rules";
import { sumMoney } from "./store";

type SummaryAnswer = { ok: true; summary: TerminalSummary } | Refusal<"device-required" | "draw-not-found">;

export async function viewSummary(ctx: Context, instanceId: string): Promise<SummaryAnswer> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  return withRetry(ctx, () => viewOnce(ctx, actor, instanceId));
}

async function viewOnce(ctx: Context, actor: DeviceActor, instanceId: string): Promise<SummaryAnswer> {
  const record = (await checkParent(ctx, instanceId)) ? await readDrawRecord(ctx.db, instanceId) : null;
  if (!record) return refuse("draw-not-found");
  const [summary] = await readTotals(ctx, actor, [record.draw], ctx.now());
  return summary ? { ok: true, summary } : refuse("draw-not-found");
}

export async function listSummaries(
  ctx: Context,
): Promise<{ ok: true; summaries: TerminalSummary[] } | Refusal<"device-required">> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  return { ok: true, summaries: await withRetry(ctx, () => listOnce(ctx, actor)) };
}

async function listOnce(ctx: Context, actor: DeviceActor): Promise<TerminalSummary[]> {
  const now = ctx.now();
  const records = await listDrawRecords(ctx.db, { parentId: actor.parentId });
  const draws = records.map(({ draw }) => draw);
  const summaries = await readTotals(ctx, actor, draws, now);
  return summaries.filter((summary, at) => records[at] && countsToday(records[at], summary, now));
}

/** Each amount on the day it moved, whoever placed the order. */
async function readTotals(
  ctx: Context,
  { deviceId }: DeviceActor,
  draws: Pick<Draw, "id" | "timeZone">[],
  now: Date,
): Promise<TerminalSummary[]> {
  const spans = daysAt(draws, now).map((day) => ({ deviceId, ...day }));
  const sums = spans.length > 0 ? await sumMoney(ctx.db, spans) : [];
  return spans.map(({ drawId, day }) => {
    return { instanceId: drawId, day, methods: totalByMethod(sums.filter((sum) => sum.drawId === drawId)) };
  });
}

/** `zones`: UTC offsets for formatting times of these draws and past ones. */
type ParentDraws = { ok: true; draws: ListedDraw[]; zones: ZoneOffsets[] };

export async function listParentDraws(ctx: Context): Promise<ParentDraws | Refusal<"device-required">> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  const draws = await listDraws(ctx, { parentId: actor.parentId });
  const zones = new Set([timeZoneOf(null), ...draws.map(({ draw }) => draw.timeZone)]);
  return { ok: true, draws, zones: [...zones].map((zone) => zoneOffsetsOf(zone, ctx.now(), pastYears)) };
}
