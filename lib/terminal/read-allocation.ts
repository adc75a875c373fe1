import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { projectAllocation } from "./project-allocation";
import type { Allocation } from "./rules";
import { findDevice } from "./store";

/** What the device that calls is registered as. Refusal: `device-required`. */
export async function readAllocation(ctx: Context): Promise<{ ok: true; allocation: Allocation } | Refusal> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  const device = await withRetry(ctx, () => findDevice(ctx.db, actor.deviceId));
  return device ? { ok: true, allocation: projectAllocation(device) } : refuse("device-required");
}
