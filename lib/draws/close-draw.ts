import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { authorizeForDraw } from "./authorize-for-draw";
import { idSchema } from "./schema.fields";
import { setClosedAt } from "./store";

type CloseRefusal = AdminRefusal | "draw-not-found";

export async function closeDraw(ctx: Context, drawId: string): Promise<{ ok: true } | Refusal<CloseRefusal>> {
  const refusal = await authorizeForDraw(ctx, "draws", drawId, "draw-not-found");
  if (refusal) return refusal;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const now = ctx.now();
  const entry = { action: "draw-closed", at: now, actor: toAuditActor(ctx.actor) } as const;
  return (await setClosedAt(ctx.db, drawId, now, entry)) ? { ok: true } : refuse("draw-not-found");
}
