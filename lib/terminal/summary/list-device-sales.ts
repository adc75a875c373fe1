import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { computeAccessScope, includesParent } from "@/lib/rights";
import { listDevices } from "@/lib/terminal/device/list-devices";
import type { AdminDevice } from "@/lib/terminal/device/rules.registration";

import type { ListedDevice } from "./rules";
import { listDaysAt, totalByMethod } from "./rules";
import { listSoldDraws, sumMoney } from "./store";

/** Devices in the caller's scope, or of one parent. Today's sales are included where the caller may view draws. */
export async function listDeviceSales(
  ctx: Context,
  parentId: string | null,
): Promise<{ ok: true; devices: ListedDevice[] } | Refusal<AdminRefusal | "invalid-input">> {
  const listed = await listDevices(ctx, parentId);
  if (!listed.ok) return listed;
  const view = ctx.actor.kind === "admin" ? computeAccessScope(ctx.actor.grants, "view") : null;
  const isViewed = ({ parentId }: AdminDevice) => view !== null && includesParent(view, parentId);
  const sales = await withRetry(ctx, () => sumToday(ctx, listed.devices.filter(isViewed)));
  const devices = listed.devices.map((device) => {
    const deviceSales = sales.filter(({ deviceId }) => deviceId === device.deviceId);
    return { ...device, today: isViewed(device) ? totalByMethod(deviceSales) : null };
  });
  return { ok: true, devices };
}

/** An admin may take a refund from a tablet's drawer for this long after a draw has ended. */
const refundableMs = 31 * 24 * 60 * 60_000;

/** A draw's day is that of its time zone. */
async function sumToday(ctx: Context, devices: readonly AdminDevice[]) {
  const now = ctx.now();
  const parentIds = [...new Set(devices.map(({ parentId }) => parentId))];
  if (parentIds.length === 0) return [];
  const closedAfter = new Date(now.getTime() - refundableMs);
  const draws = await listSoldDraws(ctx.db, { parentIds, now, closedAfter });
  const parentIdByDraw = new Map(draws.map(({ id, parentId }) => [id, parentId]));
  const days = listDaysAt(draws, now);
  const spans = devices.flatMap(({ deviceId, parentId }) =>
    days.filter(({ drawId }) => parentIdByDraw.get(drawId) === parentId).map((day) => ({ deviceId, ...day })),
  );
  return spans.length > 0 ? sumMoney(ctx.db, spans) : [];
}
