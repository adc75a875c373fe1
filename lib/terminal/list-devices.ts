import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { projectDevice } from "./project-device";
import type { AdminDevice } from "./rules.registration";
import { listDeviceRows } from "./store";

/** Lists every device, or those of one parent, the first created first. Refusal: `admin-key-wrong`. */
export async function listDevices(
  ctx: Context,
  parentId: string | null,
): Promise<{ ok: true; devices: AdminDevice[] } | Refusal> {
  if (ctx.actor.kind !== "admin") return refuse("admin-key-wrong");
  const rows = await withRetry(ctx, () => listDeviceRows(ctx.db, parentId));
  return { ok: true, devices: rows.map((row) => projectDevice(row, ctx.now())) };
}
