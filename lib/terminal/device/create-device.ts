import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeWithFreshPasskey, refuseMissingRight } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { includesParent } from "@/lib/rights";
import { hashCode } from "./authenticate-device";
import { projectDevice } from "./list-devices";
import type { AdminDevice, IssuedDevice } from "./rules.registration";
import { getDeviceName } from "./rules.registration";
import { createDeviceSchema } from "./schema";
import type { DeviceRow, NewCode } from "./store";
import { findDevice, insertDevice, writeDeviceEntry } from "./store";

export const codeLifeMs = 24 * 60 * 60 * 1000;

/** Characters of Crockford's base32: a code has 130 bits, an id 50. */
const codeLength = 26;
const deviceIdLength = 10;

export type IssueDeviceResult<Reason extends RefusalReason> =
  | ({ ok: true } & IssuedDevice)
  | Refusal<AdminRefusal | Reason>;

/** The link works once, within a day. The parent need not have a draw. */
export async function createDevice(ctx: Context, body: unknown): Promise<IssueDeviceResult<"invalid-input">> {
  const found = authorizeWithFreshPasskey(ctx.actor, "devices");
  if (!found.ok) return found;
  const input = parseInput(createDeviceSchema, body);
  if (!input.ok) return input;
  const { parentId, locationId, name } = input.value;
  if (!includesParent(found.accessScope, parentId)) return refuseMissingRight("devices");
  const deviceId = toCrockford(ctx.random(7), deviceIdLength);
  const { code, ...stored } = issueCode(ctx);
  const row = { deviceId, parentId, locationId, label: name, ...stored, createdAt: ctx.now() };
  const device = await withRetry(ctx, () => insertOnce(ctx, row));
  if (device?.codeHash !== stored.codeHash) throw new Error("A device has the id of another one.");
  return toIssuedDevice(ctx, device, code);
}

/** Only the hash of a one-time code is stored. */
export function issueCode(ctx: Pick<Context, "random" | "now" | "sealer">): NewCode & { code: string } {
  const code = toCrockford(ctx.random(17), codeLength);
  const codeExpiresAt = new Date(ctx.now().getTime() + codeLifeMs);
  return { code, codeHash: hashCode(ctx.sealer, code), codeExpiresAt };
}

export function toIssuedDevice(ctx: Context, row: DeviceRow, code: string): { ok: true } & IssuedDevice {
  const device = projectDevice(row, ctx.now());
  return { ok: true, device, code, link: getRegistrationLink(ctx.checkoutHost, device, code) };
}

/** The code is in the fragment, which browsers don't send and servers don't log. The page removes it immediately. */
export function getRegistrationLink(
  checkoutHost: string,
  device: Pick<AdminDevice, "deviceId" | "parentId" | "locationId" | "label" | "name">,
  code: string,
): string {
  const { deviceId, parentId, locationId } = device;
  const query = new URLSearchParams({ deviceId, parentId, locationId, name: getDeviceName(device) });
  return `${checkoutHost.replace(/\/+$/, "")}/terminal/register?${query}#code=${code}`;
}

function insertOnce(ctx: Context, row: Parameters<typeof insertDevice>[1] & { createdAt: Date }) {
  const detail = { location: row.locationId, label: row.label };
  const entry = { action: "device-created", at: row.createdAt, actor: toAuditActor(ctx.actor), detail } as const;
  return ctx.db.transaction(async (tx) => {
    if (await insertDevice(tx, row)) await writeDeviceEntry(tx, row, entry);
    return findDevice(tx, row.deviceId);
  });
}
