import "server-only";

import type { Actor } from "@/lib/actor";
import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { idSchema } from "@/lib/draws/schema.fields";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";
import { findReach, refuseRight, refuseWithoutFreshPasskey } from "@/lib/refuse-admin";
import type { Reach } from "@/lib/rights";
import { reachesParent } from "@/lib/rights";

import { hashCode } from "./authenticate-device";
import { projectDevice } from "./list-devices";
import type { AdminDevice, IssuedDevice } from "./rules.registration";
import { deviceNameOf } from "./rules.registration";
import type { ChangeDeviceInput } from "./schema";
import { changeDeviceSchema, createDeviceSchema } from "./schema";
import type { DeviceRow, NewCode } from "./store";
import {
  findDevice,
  insertDevice,
  lockDevice,
  markRevoked,
  replaceCode,
  saveSettings,
  writeDeviceEntry,
} from "./store";

export const codeLifeMs = 24 * 60 * 60 * 1000;

/** Crockford base32: a code has 130 bits, an id 50. */
const codeLength = 26;
const deviceIdLength = 10;

type IssueAnswer<Reason extends RefusalReason> = ({ ok: true } & IssuedDevice) | Refusal<AdminRefusal | Reason>;
type ChangeAnswer<Reason extends RefusalReason> = { ok: true; device: AdminDevice } | Refusal<AdminRefusal | Reason>;

/** The link works once, within a day. The parent need not have a draw. */
export async function createDevice(ctx: Context, body: unknown): Promise<IssueAnswer<"invalid-input">> {
  const found = findChangeReach(ctx.actor);
  if (!found.ok) return found;
  const input = parseInput(createDeviceSchema, body);
  if (!input.ok) return input;
  const { parentId, locationId, name } = input.value;
  if (!reachesParent(found.reach, parentId)) return refuseRight("devices");
  const deviceId = toCrockford(ctx.random(7), deviceIdLength);
  const { code, ...stored } = issueCode(ctx);
  const row = { deviceId, parentId, locationId, label: name, ...stored, createdAt: ctx.now() };
  const device = await withRetry(ctx, () => insertOnce(ctx, row));
  if (device?.codeHash !== stored.codeHash) throw new Error("A device has the id of another one.");
  return toIssued(ctx, device, code);
}

function findChangeReach(actor: Actor): ReturnType<typeof findReach> {
  const found = findReach(actor, "devices");
  return (found.ok && refuseWithoutFreshPasskey(actor)) || found;
}

/** Replaces the link. The device stays registered until the new one is used. */
export async function renewDevice(
  ctx: Context,
  deviceId: string,
): Promise<IssueAnswer<"device-not-found" | "device-revoked">> {
  const found = findChangeReach(ctx.actor);
  if (!found.ok) return found;
  if (!idSchema.safeParse(deviceId).success) return refuse("device-not-found");
  const { code, ...stored } = issueCode(ctx);
  const device = await withRetry(ctx, () =>
    ctx.db.transaction((tx) => renewOnce(ctx, tx, { deviceId, reach: found.reach }, stored)),
  );
  if (device) return toIssued(ctx, device, code);
  const row = await withRetry(ctx, () => findDevice(ctx.db, deviceId, found.reach));
  return refuse(row ? "device-revoked" : "device-not-found");
}

export async function changeDevice(
  ctx: Context,
  deviceId: string,
  body: unknown,
): Promise<ChangeAnswer<"device-not-found" | "device-revoked" | "invalid-input">> {
  const found = findChangeReach(ctx.actor);
  if (!found.ok) return found;
  const input = parseInput(changeDeviceSchema, body);
  if (!input.ok) return input;
  if (!idSchema.safeParse(deviceId).success) return refuse("device-not-found");
  const device = await withRetry(ctx, () =>
    ctx.db.transaction((tx) => change(ctx, tx, { deviceId, reach: found.reach }, input.value)),
  );
  if (!device) return refuse("device-not-found");
  return device.revokedAt ? refuse("device-revoked") : { ok: true, device: projectDevice(device, ctx.now()) };
}

export async function revokeDevice(ctx: Context, deviceId: string): Promise<ChangeAnswer<"device-not-found">> {
  const found = findChangeReach(ctx.actor);
  if (!found.ok) return found;
  if (!idSchema.safeParse(deviceId).success) return refuse("device-not-found");
  const device = await withRetry(ctx, () =>
    ctx.db.transaction((tx) => revoke(ctx, tx, { deviceId, reach: found.reach })),
  );
  return device ? { ok: true, device: projectDevice(device, ctx.now()) } : refuse("device-not-found");
}

/** A device, if the admin's right holds for its parent. */
type DeviceInReach = { deviceId: string; reach: Reach };

/** Makes a one-time code; only its hash is stored. */
function issueCode(ctx: Pick<Context, "random" | "now" | "sealer">): NewCode & { code: string } {
  const code = toCrockford(ctx.random(17), codeLength);
  const codeExpiresAt = new Date(ctx.now().getTime() + codeLifeMs);
  return { code, codeHash: hashCode(ctx.sealer, code), codeExpiresAt };
}

function toIssued(ctx: Context, row: DeviceRow, code: string): { ok: true } & IssuedDevice {
  const device = projectDevice(row, ctx.now());
  return { ok: true, device, code, link: registrationLink(ctx.checkoutHost, device, code) };
}

/** The code is in the fragment, which browsers do not send and logs do not contain; the page removes it immediately. */
export function registrationLink(
  checkoutHost: string,
  device: Pick<AdminDevice, "deviceId" | "parentId" | "locationId" | "label" | "name">,
  code: string,
): string {
  const { deviceId, parentId, locationId } = device;
  const query = new URLSearchParams({ deviceId, parentId, locationId, name: deviceNameOf(device) });
  return `${checkoutHost.replace(/\/+$/, "")}/terminal/register?${query}#code=${code}`;
}

function insertOnce(ctx: Context, row: Parameters<typeof insertDevice>[1] & { createdAt: Date }) {
  const detail = { location: row.locationId, label: row.label };
  const entry = { action: "device-created", at: row.createdAt, actor: auditActorOf(ctx.actor), detail } as const;
  return ctx.db.transaction(async (tx) => {
    if (await insertDevice(tx, row)) await writeDeviceEntry(tx, row, entry);
    return findDevice(tx, row.deviceId);
  });
}

async function renewOnce(ctx: Context, tx: Database, found: DeviceInReach, code: NewCode): Promise<DeviceRow | null> {
  const before = await lockDevice(tx, found.deviceId, found.reach);
  if (!before || before.codeHash === code.codeHash) return before;
  const device = await replaceCode(tx, before.deviceId, code);
  const entry = { action: "device-renewed", at: ctx.now(), actor: auditActorOf(ctx.actor) } as const;
  if (device) await writeDeviceEntry(tx, device, entry);
  return device;
}

async function change(
  ctx: Context,
  tx: Database,
  { deviceId, reach }: DeviceInReach,
  { listsOthers }: ChangeDeviceInput,
): Promise<DeviceRow | null> {
  const device = await lockDevice(tx, deviceId, reach);
  if (!device || device.revokedAt || device.listsOthers === listsOthers) return device;
  const entry = { action: "device-changed", at: ctx.now(), actor: auditActorOf(ctx.actor) } as const;
  await writeDeviceEntry(tx, device, { ...entry, detail: { listsOthers } });
  return saveSettings(tx, deviceId, { listsOthers });
}

async function revoke(ctx: Context, tx: Database, { deviceId, reach }: DeviceInReach): Promise<DeviceRow | null> {
  const device = await lockDevice(tx, deviceId, reach);
  if (!device || device.revokedAt) return device;
  const at = ctx.now();
  await writeDeviceEntry(tx, device, { action: "device-revoked", at, actor: auditActorOf(ctx.actor) });
  return markRevoked(tx, deviceId, at);
}
