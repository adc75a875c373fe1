import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import type { AdminDraw } from "./rules.admin";
import { toAdminDraw } from "./rules.admin";
import { listDrawRecords } from "./store";

/** Lists every draw for an admin, the latest close first. Refusals: `admin-key-wrong`, `admin-right-missing`. */
export async function listAdminDraws(ctx: Context): Promise<{ ok: true; draws: AdminDraw[] } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  const records = await listDrawRecords(ctx.db, "all");
  return { ok: true, draws: records.map((record) => toAdminDraw(record, ctx.now())) };
}
