import "server-only";

import type { Context } from "@/lib/context";
import type { Draw } from "@/lib/draws/schema";
import { readDrawRecord } from "@/lib/draws/store";
import { isWithinDeviceParent } from "@/lib/orders/check-operator";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { DeviceActor } from "@/lib/terminal/device/authenticate-device";
import type { TerminalSummary } from "./rules";
import { listDaysAt, totalByMethod } from "./rules";
import { sumMoney } from "./store";

type SummaryResult = { ok: true; summary: TerminalSummary } | Refusal<"device-required" | "draw-not-found">;

export async function viewSummary(ctx: Context, instanceId: string): Promise<SummaryResult> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  return withRetry(ctx, () => viewOnce(ctx, actor, instanceId));
}

async function viewOnce(ctx: Context, actor: DeviceActor, instanceId: string): Promise<SummaryResult> {
  const record = (await isWithinDeviceParent(ctx, instanceId)) ? await readDrawRecord(ctx.db, instanceId) : null;
  if (!record) return refuse("draw-not-found");
  const [summary] = await readTotals(ctx, actor, [record.draw], ctx.now());
  return summary ? { ok: true, summary } : refuse("draw-not-found");
}

/** An amount counts on the day it moved, whoever placed the order. */
export async function readTotals(
  ctx: Context,
  { deviceId }: DeviceActor,
  draws: Pick<Draw, "id" | "timeZone">[],
  now: Date,
): Promise<TerminalSummary[]> {
  const spans = listDaysAt(draws, now).map((day) => ({ deviceId, ...day }));
  const sums = spans.length > 0 ? await sumMoney(ctx.db, spans) : [];
  return spans.map(({ drawId, day }) => {
    return { instanceId: drawId, day, methods: totalByMethod(sums.filter((sum) => sum.drawId === drawId)) };
  });
}
