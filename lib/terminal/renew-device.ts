import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/db/errors";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";

import { issueCode } from "./issue-code";
import { projectDevice } from "./project-device";
import type { IssuedDevice } from "./rules.registration";
import { registrationLink } from "./rules.registration";
import { findDevice, replaceCode } from "./store";

/**
 * Gives a device another link; the one before ends. Where it is registered, it stays so until the new link is used.
 * Refusals: `admin-key-wrong`, `device-not-found`, `device-revoked`.
 */
export async function renewDevice(ctx: Context, deviceId: string): Promise<({ ok: true } & IssuedDevice) | Refusal> {
  if (ctx.actor.kind !== "admin") return refuse("admin-key-wrong");
  const { code, kept } = issueCode(ctx);
  const renewed = await withRetry(ctx, () => replaceCode(ctx.db, deviceId, kept));
  if (!renewed) {
    const known = await withRetry(ctx, () => findDevice(ctx.db, deviceId));
    return refuse(known ? "device-revoked" : "device-not-found");
  }
  return {
    ok: true,
    device: projectDevice(renewed, ctx.now()),
    code,
    link: registrationLink(
      ctx.checkoutHost,
      { deviceId, parentId: renewed.parentId, locationId: renewed.locationId },
      code,
    ),
  };
}
