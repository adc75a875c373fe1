import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import { authorizeWithFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { refuse } from "@/lib/platform/http/reasons";
import type { DeviceInScope } from "./change-device";
import type { IssueDeviceResult } from "./create-device";
import { issueCode, toIssuedDevice } from "./create-device";
import type { DeviceRow, NewCode } from "./store";
import { findDevice, lockDevice, replaceCode, writeDeviceEntry } from "./store";

/** Replaces the link. The device stays registered until the new one is used. */
export async function renewDevice(
  ctx: Context,
  deviceId: string,
): Promise<IssueDeviceResult<"device-not-found" | "device-revoked">> {
  const found = authorizeWithFreshPasskey(ctx.actor, "devices");
  if (!found.ok) return found;
  if (!idSchema.safeParse(deviceId).success) return refuse("device-not-found");
  const { code, ...stored } = issueCode(ctx);
  const device = await withRetry(ctx, () =>
    ctx.db.transaction((tx) => renewOnce(ctx, tx, { deviceId, accessScope: found.accessScope }, stored)),
  );
  if (device) return toIssuedDevice(ctx, device, code);
  const row = await withRetry(ctx, () => findDevice(ctx.db, deviceId, found.accessScope));
  return refuse(row ? "device-revoked" : "device-not-found");
}

async function renewOnce(ctx: Context, tx: Database, found: DeviceInScope, code: NewCode): Promise<DeviceRow | null> {
  const before = await lockDevice(tx, found.deviceId, found.accessScope);
  if (!before || before.codeHash === code.codeHash) return before;
  const device = await replaceCode(tx, before.deviceId, code);
  const entry = { action: "device-renewed", at: ctx.now(), actor: toAuditActor(ctx.actor) } as const;
  if (device) await writeDeviceEntry(tx, device, entry);
  return device;
}
