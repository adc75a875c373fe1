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
import type { ChangeDeviceInput } from "./schema";
import type { DeviceRow } from "./store";
import { lockDevice, saveSettings } from "./store";
import { writeDeviceEntry } from "./store.audit";

async function change(
  ctx: Context,
  tx: Database,
  deviceId: string,
  { listsOthers }: ChangeDeviceInput,
): Promise<DeviceRow | null> {
  const device = await lockDevice(tx, deviceId);
  if (!device || device.revokedAt || device.listsOthers === listsOthers) return device;
  const entry = { action: "device-changed", at: ctx.now(), actor: auditActorOf(ctx.actor) } as const;
  await writeDeviceEntry(tx, device, { ...entry, detail: { listsOthers } });
  return saveSettings(tx, deviceId, { listsOthers });
}

/**
 * Changes what an admin decides of a device, from its next call on. A repeat changes nothing. Refusals:
 * `admin-key-wrong`, `admin-right-missing`, `device-not-found`, `device-revoked`.
 */
export async function changeDevice(
  ctx: Context,
  deviceId: string,
  input: ChangeDeviceInput,
): Promise<{ ok: true; device: AdminDevice } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "devices");
  if (refused) return refused;
  const changed = await withRetry(ctx, () => ctx.db.transaction((tx) => change(ctx, tx, deviceId, input)));
  if (!changed) return refuse("device-not-found");
  return changed.revokedAt ? refuse("device-revoked") : { ok: true, device: projectDevice(changed, ctx.now()) };
}
