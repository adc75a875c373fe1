import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AdminDraw } from "./rules.admin";
import { toAdminDraw } from "./rules.admin";
import { listDrawRecords } from "./store";

/** Lists every draw for an admin, the latest close first. Refusal: `admin-key-wrong`. */
export async function listAdminDraws(ctx: Context): Promise<{ ok: true; draws: AdminDraw[] } | Refusal> {
  if (ctx.actor.kind !== "admin") return refuse("admin-key-wrong");
  const records = await listDrawRecords(ctx.db, "all");
  return { ok: true, draws: records.map((record) => toAdminDraw(record, ctx.now())) };
}
