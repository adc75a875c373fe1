import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";

import { issueCode } from "./issue-code";
import { projectDevice } from "./project-device";
import type { IssuedDevice } from "./rules.registration";
import { deviceIdLength, registrationLink } from "./rules.registration";
import type { CreateDeviceInput } from "./schema";
import { findDevice, insertDevice } from "./store";
import { writeDeviceEntry } from "./store.audit";

/** A call that is made again, as its answer was lost, finds what it made and writes nothing further. */
function insertOnce(ctx: Context, row: Parameters<typeof insertDevice>[1] & { createdAt: Date }) {
  const detail = { location: row.locationId, label: row.label };
  const entry = { action: "device-created", at: row.createdAt, actor: auditActorOf(ctx.actor), detail } as const;
  return ctx.db.transaction(async (tx) => {
    if (await insertDevice(tx, row)) await writeDeviceEntry(tx, row, entry);
    return findDevice(tx, row.deviceId);
  });
}

/**
 * Creates a device of a parent at a location, with the link that registers it once within a day. The parent need not
 * have a draw yet. Refusals: `admin-key-wrong`, `admin-right-missing`.
 */
export async function createDevice(
  ctx: Context,
  { parentId, locationId, name }: CreateDeviceInput,
): Promise<({ ok: true } & IssuedDevice) | Refusal> {
  const refused = refuseAdmin(ctx.actor, "devices");
  if (refused) return refused;
  const deviceId = toCrockford(ctx.random(7), deviceIdLength);
  const { code, kept } = issueCode(ctx);
  const row = { deviceId, parentId, locationId, label: name, ...kept, createdAt: ctx.now() };
  const created = await withRetry(ctx, () => insertOnce(ctx, row));
  if (created?.codeHash !== kept.codeHash) throw new Error("A device has the id of another one.");
  const device = projectDevice(created, ctx.now());
  return { ok: true, device, code, link: registrationLink(ctx.checkoutHost, device, code) };
}
