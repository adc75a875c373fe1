import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/db/errors";
import { readDrawRecord } from "@/lib/draws/store";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";
import { checkParent } from "@/lib/orders/check-parent";

import type { TerminalSummary } from "./rules.orders";
import { dayAt, totalByMethod } from "./rules.summary";
import { sumSales } from "./store.summary";

/** An order may wait a day for its money, where the bank was silent. */
const longestWaitMs = 24 * 60 * 60_000;

async function viewOnce(
  ctx: Context,
  deviceId: string,
  instanceId: string,
): Promise<{ ok: true; summary: TerminalSummary } | Refusal> {
  const record = (await checkParent(ctx, instanceId)) ? await readDrawRecord(ctx.db, instanceId) : null;
  if (!record) return refuse("draw-not-found");
  const { day, from, to } = dayAt(record.draw.timeZone, ctx.now());
  const placedFrom = new Date(from.getTime() - longestWaitMs);
  const sums = await sumSales(ctx.db, { drawId: instanceId, deviceId, from, to, placedFrom });
  return { ok: true, summary: { instanceId, day, methods: totalByMethod(sums) } };
}

/**
 * Sums what a device sold in a draw today, in the draw's time zone, by method; what of it was given back stands apart.
 * Devices only, draws of their parent. Refusals: `device-required`, `draw-not-found`.
 */
export async function viewSummary(
  ctx: Context,
  instanceId: string,
): Promise<{ ok: true; summary: TerminalSummary } | Refusal> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  return withRetry(ctx, () => viewOnce(ctx, actor.deviceId, instanceId));
}
