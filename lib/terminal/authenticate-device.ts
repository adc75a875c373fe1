import "server-only";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { isComplete } from "./rules";
import { hashCredential } from "./rules.credential";
import { deviceNameOf } from "./rules.registration";
import type { DeviceRow } from "./store";
import { findDeviceByCredential } from "./store";

/** A device that proved itself. */
export type DeviceActor = Extract<Actor, { kind: "device" }>;

function toActor({ deviceId, parentId, locationId, listsOthers, ...row }: DeviceRow): DeviceActor {
  const { name, operator, printer, label } = row;
  const maySell = isComplete({ name, operator, printer });
  const details = { name: deviceNameOf({ name, label }), operator: operator ?? "", printer: printer ?? "" };
  return { kind: "device", deviceId, parentId, locationId, ...details, maySell, listsOthers };
}

/**
 * The actor for the credential that a browser sends: the ids beside it give no access (docs/design.md, Device
 * credential). Refusals: `device-required` without a credential of ours, `device-revoked`.
 */
export async function authenticateDevice(
  ctx: Pick<Context, "db" | "now" | "random" | "wait" | "sealer">,
  credential: string | null,
): Promise<{ ok: true; actor: DeviceActor } | Refusal> {
  if (!credential) return refuse("device-required");
  const hash = hashCredential(ctx.sealer, credential);
  const device = await withRetry(ctx, () => findDeviceByCredential(ctx.db, hash));
  if (!device) return refuse("device-required");
  return device.revokedAt ? refuse("device-revoked") : { ok: true, actor: toActor(device) };
}
