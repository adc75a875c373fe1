import "server-only";

import type { Context } from "@/lib/context";
import { listDrawRecords } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { DeviceActor } from "@/lib/terminal/device/authenticate-device";
import type { TerminalSummary } from "./rules";
import { countsToday } from "./rules";
import { readTotals } from "./view-summary";

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
  return summaries.filter((summary, index) => records[index] && countsToday(records[index], summary, now));
}
