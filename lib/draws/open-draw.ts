import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";

import { idSchema } from "./schema.fields";
import { setClosedAt } from "./store";

/** Takes an admin's close back: the dates decide again. Admins only. Refusals: `admin-key-wrong`, `draw-not-found`. */
export async function openDraw(ctx: Context, drawId: string): Promise<{ ok: true } | Refusal> {
  if (ctx.actor.kind !== "admin") return refuse("admin-key-wrong");
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  return (await setClosedAt(ctx.db, drawId, null, ctx.now())) ? { ok: true } : refuse("draw-not-found");
}
