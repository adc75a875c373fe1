import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { deviceActor } from "./rules.audit";
import { hashCredential } from "./rules.credential";
import type { DeleteAllocationInput } from "./schema";
import { endCredential, findDeviceByCredential } from "./store";
import { writeDeviceEntry } from "./store.audit";

function endOnce(ctx: Context, hash: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const device = await endCredential(tx, hash);
    const entry = { action: "allocation-deleted", at: ctx.now() } as const;
    if (device) await writeDeviceEntry(tx, device, { ...entry, actor: deviceActor(device) });
  });
}

/**
 * Ends the registration of the browser that calls, also of a revoked device; to register again needs another link.
 * Refusals: `device-required` without a credential that is ours, `device-not-found` for ids of another device.
 */
export async function deleteAllocation(
  ctx: Context,
  { deviceId, parentId }: DeleteAllocationInput,
  credential: string | null,
): Promise<{ ok: true } | Refusal> {
  if (!credential) return refuse("device-required");
  const hash = hashCredential(ctx.sealer, credential);
  const device = await withRetry(ctx, () => findDeviceByCredential(ctx.db, hash));
  if (!device) return refuse("device-required");
  if (device.deviceId !== deviceId || device.parentId !== parentId) return refuse("device-not-found");
  await withRetry(ctx, () => endOnce(ctx, hash));
  return { ok: true };
}
