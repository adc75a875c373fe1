import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";

import { idSchema } from "./schema.fields";
import { setClosedAt } from "./store";

/**
 * Closes the sales of a draw now, whatever its dates say. Admins only. Refusals: `admin-key-wrong`,
 * `admin-right-missing`, `draw-not-found`.
 */
export async function closeDraw(ctx: Context, drawId: string): Promise<{ ok: true } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const now = ctx.now();
  const entry = { action: "draw-closed", at: now, actor: auditActorOf(ctx.actor) } as const;
  return (await setClosedAt(ctx.db, drawId, now, entry)) ? { ok: true } : refuse("draw-not-found");
}
