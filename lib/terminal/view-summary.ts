import "server-only";

import type { Context } from "@/lib/context";
import { readDrawRecord } from "@/lib/draws/store";
import { checkParent } from "@/lib/orders/check-parent";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { DeviceActor } from "./authenticate-device";
import { readTotals } from "./read-totals";
import type { TerminalSummary } from "./rules.orders";

async function viewOnce(
  ctx: Context,
  actor: DeviceActor,
  instanceId: string,
): Promise<{ ok: true; summary: TerminalSummary } | Refusal> {
  const record = (await checkParent(ctx, instanceId)) ? await readDrawRecord(ctx.db, instanceId) : null;
  if (!record) return refuse("draw-not-found");
  const [summary] = await readTotals(ctx, actor, [record.draw], ctx.now());
  return summary ? { ok: true, summary } : refuse("draw-not-found");
}

/**
 * Sums what a device took and refunded in a draw today, in the draw's time zone, by method: each amount on the day it
 * moved, whoever placed or sold the order. Devices only, draws of their parent. Refusals: `device-required`,
 * `draw-not-found`.
 */
export async function viewSummary(
  ctx: Context,
  instanceId: string,
): Promise<{ ok: true; summary: TerminalSummary } | Refusal> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  return withRetry(ctx, () => viewOnce(ctx, actor, instanceId));
}
