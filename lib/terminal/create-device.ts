import "server-only";

import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { withRetry } from "@/lib/db/errors";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";

import { issueCode } from "./issue-code";
import { projectDevice } from "./project-device";
import type { IssuedDevice } from "./rules.registration";
import { deviceIdLength, registrationLink } from "./rules.registration";
import type { CreateDeviceInput } from "./schema";
import { findDevice, insertDevice } from "./store";

/**
 * Creates a device of a parent at a location, with the link that registers it once within a day. The parent need not have
 * a draw yet. Refusal: `admin-key-wrong`.
 */
export async function createDevice(
  ctx: Context,
  { parentId, locationId, name }: CreateDeviceInput,
): Promise<({ ok: true } & IssuedDevice) | Refusal> {
  if (ctx.actor.kind !== "admin") return refuse("admin-key-wrong");
  const deviceId = toCrockford(ctx.random(7), deviceIdLength);
  const { code, kept } = issueCode(ctx);
  const row = { deviceId, parentId, locationId, label: name, ...kept, createdAt: ctx.now() };
  const created = await withRetry(ctx, async () => {
    await insertDevice(ctx.db, row);
    return findDevice(ctx.db, deviceId);
  });
  if (created?.codeHash !== kept.codeHash) throw new Error("A device has the id of another one.");
  const link = registrationLink(ctx.checkoutHost, { deviceId, parentId, locationId }, code);
  return { ok: true, device: projectDevice(created, ctx.now()), code, link };
}
