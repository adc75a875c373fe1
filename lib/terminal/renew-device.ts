import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";

import { issueCode } from "./issue-code";
import { projectDevice } from "./project-device";
import type { IssuedDevice } from "./rules.registration";
import { registrationLink } from "./rules.registration";
import type { DeviceRow, NewCode } from "./store";
import { findDevice, lockDevice, replaceCode } from "./store";
import { writeDeviceEntry } from "./store.audit";

/** A call that is made again, as its answer was lost, finds its code there and writes nothing further. */
async function renewOnce(ctx: Context, tx: Database, deviceId: string, kept: NewCode): Promise<DeviceRow | null> {
  const before = await lockDevice(tx, deviceId);
  if (before?.codeHash === kept.codeHash) return before;
  const device = await replaceCode(tx, deviceId, kept);
  const entry = { action: "device-renewed", at: ctx.now(), actor: auditActorOf(ctx.actor) } as const;
  if (device) await writeDeviceEntry(tx, device, entry);
  return device;
}

/**
 * Issues another link for a device; the previous one ends. A registered device stays registered until the new link is
 * used. Refusals: `admin-key-wrong`, `admin-right-missing`, `device-not-found`, `device-revoked`.
 */
export async function renewDevice(ctx: Context, deviceId: string): Promise<({ ok: true } & IssuedDevice) | Refusal> {
  const refused = refuseAdmin(ctx.actor, "devices");
  if (refused) return refused;
  const { code, kept } = issueCode(ctx);
  const renewed = await withRetry(ctx, () => ctx.db.transaction((tx) => renewOnce(ctx, tx, deviceId, kept)));
  if (!renewed) {
    const known = await withRetry(ctx, () => findDevice(ctx.db, deviceId));
    return refuse(known ? "device-revoked" : "device-not-found");
  }
  const device = projectDevice(renewed, ctx.now());
  return { ok: true, device, code, link: registrationLink(ctx.checkoutHost, device, code) };
}
