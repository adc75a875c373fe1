import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import { authorizeWithFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { refuse } from "@/lib/platform/http/reasons";
import type { ChangeDeviceResult, DeviceInScope } from "./change-device";
import { projectDevice } from "./list-devices";
import type { DeviceRow } from "./store";
import { lockDevice, markRevoked, writeDeviceEntry } from "./store";

export async function revokeDevice(ctx: Context, deviceId: string): Promise<ChangeDeviceResult<"device-not-found">> {
  const found = authorizeWithFreshPasskey(ctx.actor, "devices");
  if (!found.ok) return found;
  if (!idSchema.safeParse(deviceId).success) return refuse("device-not-found");
  const device = await withRetry(ctx, () =>
    ctx.db.transaction((tx) => revoke(ctx, tx, { deviceId, accessScope: found.accessScope })),
  );
  return device ? { ok: true, device: projectDevice(device, ctx.now()) } : refuse("device-not-found");
}

async function revoke(ctx: Context, tx: Database, { deviceId, accessScope }: DeviceInScope): Promise<DeviceRow | null> {
  const device = await lockDevice(tx, deviceId, accessScope);
  if (!device || device.revokedAt) return device;
  const at = ctx.now();
  await writeDeviceEntry(tx, device, { action: "device-revoked", at, actor: toAuditActor(ctx.actor) });
  return markRevoked(tx, deviceId, at);
}
