import "server-only";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { Sealer } from "@/lib/platform/server/seal";

import { isComplete } from "./rules";
import { getDeviceName } from "./rules.registration";
import type { DeviceRow } from "./store";
import { findDeviceByCredential, saveDeviceUse } from "./store";

export type DeviceActor = Extract<Actor, { kind: "device" }>;

type DeviceContext = Pick<Context, "db" | "now" | "random" | "wait" | "sealer">;

/** Only the credential gives access, not the ids in the other cookies (docs/design.md, Device credential). */
export async function authenticateDevice(
  ctx: DeviceContext,
  credential: string | null,
): Promise<{ ok: true; actor: DeviceActor } | Refusal<"device-required" | "device-revoked">> {
  if (!credential) return refuse("device-required");
  const hash = hashCredential(ctx.sealer, credential);
  const device = await withRetry(ctx, () => findDeviceByCredential(ctx.db, hash));
  if (!device) return refuse("device-required");
  if (device.revokedAt) return refuse("device-revoked");
  await noteUse(ctx, device);
  return { ok: true, actor: toActor(device) };
}

/** Calls in between don't update `seenAt`. */
const noteEveryMs = 60_000;

async function noteUse(ctx: DeviceContext, { deviceId, seenAt }: DeviceRow): Promise<void> {
  const now = ctx.now();
  const before = new Date(now.getTime() - noteEveryMs);
  if (seenAt && seenAt > before) return;
  await withRetry(ctx, () => saveDeviceUse(ctx.db, deviceId, now, before));
}

function toActor({ deviceId, parentId, locationId, listsOthers, ...row }: DeviceRow): DeviceActor {
  const { name, operator, printer, label } = row;
  const maySell = isComplete({ name, operator, printer });
  const details = { name: getDeviceName({ name, label }), operator: operator ?? "", printer: printer ?? "" };
  return { kind: "device", deviceId, parentId, locationId, ...details, maySell, listsOthers };
}

export function hashCredential(sealer: Pick<Sealer, "digest">, credential: string): string {
  return Buffer.from(sealer.digest(credential, "device credential")).toString("base64url");
}

export function hashCode(sealer: Pick<Sealer, "digest">, code: string): string {
  return Buffer.from(sealer.digest(code, "device code")).toString("base64url");
}

/** The same call derives the same credential, so that a lost answer can be requested again. */
export function deriveCredential(
  sealer: Pick<Sealer, "digest">,
  { deviceId, code, key }: { deviceId: string; code: string; key: string },
): string {
  const issue = sealer.digest(JSON.stringify([deviceId, code, key]), "device credential issued");
  return Buffer.from(issue).toString("base64url");
}
