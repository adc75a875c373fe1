import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";

import { projectDevice } from "./project-device";
import type { AdminDevice } from "./rules.registration";
import type { DeviceRow } from "./store";
import { lockDevice, markRevoked } from "./store";
import { writeDeviceEntry } from "./store.audit";

async function revoke(ctx: Context, tx: Database, deviceId: string): Promise<DeviceRow | null> {
  const device = await lockDevice(tx, deviceId);
  if (!device || device.revokedAt) return device;
  const at = ctx.now();
  await writeDeviceEntry(tx, device, { action: "device-revoked", at, actor: auditActorOf(ctx.actor) });
  return markRevoked(tx, deviceId, at);
}

/**
 * Revokes a device permanently: its next call is refused, and no link registers it again. A repeat changes nothing.
 * Refusals: `admin-key-wrong`, `admin-right-missing`, `device-not-found`.
 */
export async function revokeDevice(
  ctx: Context,
  deviceId: string,
): Promise<{ ok: true; device: AdminDevice } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "devices");
  if (refused) return refused;
  const revoked = await withRetry(ctx, () => ctx.db.transaction((tx) => revoke(ctx, tx, deviceId)));
  return revoked ? { ok: true, device: projectDevice(revoked, ctx.now()) } : refuse("device-not-found");
}
