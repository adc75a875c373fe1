import "server-only";

import type { Context } from "@/lib/context";
import type { Draw } from "@/lib/draws/schema";

import type { DeviceActor } from "./authenticate-device";
import type { TerminalSummary } from "./rules.orders";
import { daysAt, totalByMethod } from "./rules.summary";
import { sumMoved } from "./store.summary";

/**
 * What a device took and refunded in each of the draws on its local day of `now`: each amount when it moved, whoever
 * placed the order.
 */
export async function readTotals(
  ctx: Context,
  { deviceId }: DeviceActor,
  draws: Pick<Draw, "id" | "timeZone">[],
  now: Date,
): Promise<TerminalSummary[]> {
  const spans = daysAt(draws, now);
  const sums = spans.length > 0 ? await sumMoved(ctx.db, deviceId, spans) : [];
  return spans.map(({ drawId, day }) => {
    return { instanceId: drawId, day, methods: totalByMethod(sums.filter((sum) => sum.drawId === drawId)) };
  });
}
