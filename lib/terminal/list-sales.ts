import "server-only";

import type { Context } from "@/lib/context";
import { listDrawRecords } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { DeviceActor } from "./authenticate-device";
import { projectRow } from "./project-row";
import type { TerminalOrderRow } from "./rules.orders";
import { daysAt } from "./rules.summary";
import { listSold } from "./store.orders";

/** As many as a home page shows. */
const most = 5;

async function listOnce(ctx: Context, actor: DeviceActor): Promise<TerminalOrderRow[]> {
  const now = ctx.now();
  const records = await listDrawRecords(ctx.db, { parentId: actor.parentId });
  const spans = daysAt(
    records.map(({ draw }) => draw),
    now,
  );
  const rows = spans.length > 0 ? await listSold(ctx.db, actor.deviceId, spans, most) : [];
  return rows.flatMap((row) => {
    const record = records.find(({ draw }) => draw.id === row.drawId);
    return record ? [projectRow(row, record, actor, now)] : [];
  });
}

/**
 * Lists the orders that a device was paid for today, in whichever draw of its parent, the latest first, five at the
 * most. Refusal: `device-required`.
 */
export async function listSales(ctx: Context): Promise<{ ok: true; orders: TerminalOrderRow[] } | Refusal> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  return { ok: true, orders: await withRetry(ctx, () => listOnce(ctx, actor)) };
}
