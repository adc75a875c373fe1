import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/db/errors";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";

import { projectDevice } from "./project-device";
import type { AdminDevice } from "./rules.registration";
import { markRevoked } from "./store";

/**
 * Withdraws a device for good: its next call is refused, and no link registers it again. Again it changes nothing.
 * Refusals: `admin-key-wrong`, `device-not-found`.
 */
export async function revokeDevice(
  ctx: Context,
  deviceId: string,
): Promise<{ ok: true; device: AdminDevice } | Refusal> {
  if (ctx.actor.kind !== "admin") return refuse("admin-key-wrong");
  const revoked = await withRetry(ctx, () => markRevoked(ctx.db, deviceId, ctx.now()));
  return revoked ? { ok: true, device: projectDevice(revoked, ctx.now()) } : refuse("device-not-found");
}
