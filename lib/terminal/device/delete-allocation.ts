import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { hashCredential } from "./authenticate-device";
import type { DeleteAllocationInput } from "./schema";
import { endCredential, findDeviceByCredential, toDeviceActor, writeDeviceEntry } from "./store";

/** Also allowed to a revoked device. Registering again requires another link. */
export async function deleteAllocation(
  ctx: Context,
  { deviceId, parentId }: DeleteAllocationInput,
  credential: string | null,
): Promise<{ ok: true } | Refusal<"device-required" | "device-not-found">> {
  if (!credential) return refuse("device-required");
  const hash = hashCredential(ctx.sealer, credential);
  const device = await withRetry(ctx, () => findDeviceByCredential(ctx.db, hash));
  if (!device) return refuse("device-required");
  if (device.deviceId !== deviceId || device.parentId !== parentId) return refuse("device-not-found");
  await withRetry(ctx, () => endOnce(ctx, hash));
  return { ok: true };
}

function endOnce(ctx: Context, hash: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const device = await endCredential(tx, hash);
    const entry = { action: "allocation-deleted", at: ctx.now() } as const;
    if (device) await writeDeviceEntry(tx, device, { ...entry, actor: toDeviceActor(device) });
  });
}
