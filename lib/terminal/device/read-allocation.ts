import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { Allocation } from "./rules";
import type { DeviceRow } from "./store";
import { findDevice } from "./store";

export async function readAllocation(
  ctx: Context,
): Promise<{ ok: true; allocation: Allocation } | Refusal<"device-required">> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  const device = await withRetry(ctx, () => findDevice(ctx.db, actor.deviceId));
  return device ? { ok: true, allocation: projectAllocation(device) } : refuse("device-required");
}

/** Defined in docs/design.md, Device allocation. A missing detail is an empty string. */
export function projectAllocation({ deviceId, parentId, locationId, ...row }: DeviceRow): Allocation {
  const { name, operator, printer } = row;
  const details = { name: name ?? "", operator: operator ?? "", printer: printer ?? "" };
  return { deviceId, parentId, locationId, deviceDetails: { ...details, active: true, allocated: true } };
}
