import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import type { AdminDraw } from "./rules.admin";
import { toAdminDraw } from "./rules.admin";
import { readDrawRecord } from "./store";

/**
 * Reads one draw for an admin, approved or not. Refusals: `admin-key-wrong`, `admin-right-missing`, `draw-not-found`.
 */
export async function readAdminDraw(ctx: Context, drawId: string): Promise<{ ok: true; draw: AdminDraw } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  const record = await readDrawRecord(ctx.db, drawId);
  return record ? { ok: true, draw: toAdminDraw(record, ctx.now()) } : refuse("draw-not-found");
}
