import "server-only";

import type { Context } from "@/lib/context";
import { listDrawRecords } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { DeviceActor } from "@/lib/terminal/device/authenticate-device";
import { listDaysAt } from "@/lib/terminal/summary/rules";
import { projectRow } from "./list-orders";
import type { TerminalOrderRow } from "./rules";
import { listSold } from "./store";

const maxSales = 5;

export async function listSales(
  ctx: Context,
): Promise<{ ok: true; orders: TerminalOrderRow[] } | Refusal<"device-required">> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  return { ok: true, orders: await withRetry(ctx, () => listSalesOnce(ctx, actor)) };
}

async function listSalesOnce(ctx: Context, actor: DeviceActor): Promise<TerminalOrderRow[]> {
  const now = ctx.now();
  const records = await listDrawRecords(ctx.db, { parentId: actor.parentId });
  const draws = records.map(({ draw }) => draw);
  const spans = listDaysAt(draws, now);
  const rows = spans.length > 0 ? await listSold(ctx.db, actor.deviceId, spans, maxSales) : [];
  return rows.flatMap((row) => {
    const record = records.find(({ draw }) => draw.id === row.drawId);
    return record ? [projectRow(row, record, actor, now)] : [];
  });
}
