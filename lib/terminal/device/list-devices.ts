import "server-only";

import type { WrittenEntry } from "@/lib/audit/rules";
import { getParentChain } from "@/lib/audit/rules";
import { listChainEntries } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { includesParent } from "@/lib/rights";

import type { AdminDevice, DeviceAction, DeviceState } from "./rules.registration";
import { deviceActions } from "./rules.registration";
import type { DeviceRow } from "./store";
import { listDeviceRows } from "./store";

export async function listDevices(
  ctx: Context,
  parentId: string | null,
): Promise<{ ok: true; devices: AdminDevice[] } | Refusal<AdminRefusal | "invalid-input">> {
  const access = authorizeAdmin(ctx.actor, "devices");
  if (!access.ok) return access;
  if (parentId !== null && !idSchema.safeParse(parentId).success) return refuseParentId();
  const rows = await withRetry(ctx, () => listDeviceRows(ctx.db, parentId, access.accessScope));
  return { ok: true, devices: rows.map((row) => projectDevice(row, ctx.now())) };
}

function refuseParentId(): Refusal<"invalid-input"> {
  return refuse("invalid-input", [{ field: "parentId", problem: "malformed" }]);
}

export async function listDeviceHistory(
  ctx: Context,
  parentId: string,
): Promise<{ ok: true; entries: WrittenEntry<DeviceAction>[] } | Refusal<AdminRefusal | "invalid-input">> {
  const access = authorizeAdmin(ctx.actor, ["devices", "history"]);
  if (!access.ok) return access;
  if (!idSchema.safeParse(parentId).success) return refuseParentId();
  if (!includesParent(access.accessScope, parentId)) return { ok: true, entries: [] };
  return { ok: true, entries: await listChainEntries(ctx.db, getParentChain(parentId), deviceActions) };
}

export function projectDevice(row: DeviceRow, now: Date): AdminDevice {
  const { deviceId, label, parentId, locationId, name, operator, printer, listsOthers } = row;
  return {
    deviceId,
    label,
    parentId,
    locationId,
    state: getDeviceState(row, now),
    name,
    operator,
    printer,
    listsOthers,
    lastSeenAt: row.seenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    codeExpiresAt: row.codeExpiresAt.toISOString(),
    registeredAt: row.registeredAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

function getDeviceState(device: DeviceRow, now: Date): DeviceState {
  if (device.revokedAt) return "revoked";
  if (device.credentialHash) return device.name && device.operator && device.printer ? "registered" : "incomplete";
  return device.codeUsedAt || device.codeExpiresAt <= now ? "code-over" : "waiting";
}
