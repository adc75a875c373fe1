import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeWithFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AccessScope } from "@/lib/rights";
import { projectDevice } from "./list-devices";
import type { AdminDevice } from "./rules.registration";
import type { ChangeDeviceInput } from "./schema";
import { changeDeviceSchema } from "./schema";
import type { DeviceRow } from "./store";
import { lockDevice, saveSettings, writeDeviceEntry } from "./store";

export type ChangeDeviceResult<Reason extends RefusalReason> =
  | { ok: true; device: AdminDevice }
  | Refusal<AdminRefusal | Reason>;

/** A device, if the admin's right holds for its parent. */
export type DeviceInScope = { deviceId: string; accessScope: AccessScope };

export async function changeDevice(
  ctx: Context,
  deviceId: string,
  body: unknown,
): Promise<ChangeDeviceResult<"device-not-found" | "device-revoked" | "invalid-input">> {
  const found = authorizeWithFreshPasskey(ctx.actor, "devices");
  if (!found.ok) return found;
  const input = parseInput(changeDeviceSchema, body);
  if (!input.ok) return input;
  if (!idSchema.safeParse(deviceId).success) return refuse("device-not-found");
  const device = await withRetry(ctx, () =>
    ctx.db.transaction((tx) => change(ctx, tx, { deviceId, accessScope: found.accessScope }, input.value)),
  );
  if (!device) return refuse("device-not-found");
  return device.revokedAt ? refuse("device-revoked") : { ok: true, device: projectDevice(device, ctx.now()) };
}

async function change(
  ctx: Context,
  tx: Database,
  { deviceId, accessScope }: DeviceInScope,
  { listsOthers }: ChangeDeviceInput,
): Promise<DeviceRow | null> {
  const device = await lockDevice(tx, deviceId, accessScope);
  if (!device || device.revokedAt || device.listsOthers === listsOthers) return device;
  const entry = { action: "device-changed", at: ctx.now(), actor: toAuditActor(ctx.actor) } as const;
  await writeDeviceEntry(tx, device, { ...entry, detail: { listsOthers } });
  return saveSettings(tx, deviceId, { listsOthers });
}
