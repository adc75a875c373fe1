import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";

import { projectDevice } from "./project-device";
import type { AdminDevice } from "./rules.registration";
import { listDeviceRows } from "./store";

/**
 * Lists every device, or those of one parent, the first created first. Refusals: `admin-key-wrong`,
 * `admin-right-missing`.
 */
export async function listDevices(
  ctx: Context,
  parentId: string | null,
): Promise<{ ok: true; devices: AdminDevice[] } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "devices");
  if (refused) return refused;
  const rows = await withRetry(ctx, () => listDeviceRows(ctx.db, parentId));
  return { ok: true, devices: rows.map((row) => projectDevice(row, ctx.now())) };
}
