import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";

import { checkIpSource } from "./check-ip-source";
import { idSchema } from "./schema.fields";
import { readDrawRecord, setClosedAt } from "./store";

/**
 * Takes an admin's close back: the dates decide again. One that was not closed stays as it is. Admins only. Refusals:
 * `admin-key-wrong`, `admin-right-missing`, `draw-not-found`, `ip-source-required`.
 */
export async function openDraw(ctx: Context, drawId: string): Promise<{ ok: true } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const record = await readDrawRecord(ctx.db, drawId);
  const unfit = record && checkIpSource(ctx, record.draw);
  if (unfit) return unfit;
  const entry = { action: "draw-opened", at: ctx.now(), actor: auditActorOf(ctx.actor) } as const;
  return (await setClosedAt(ctx.db, drawId, null, entry)) ? { ok: true } : refuse("draw-not-found");
}
