import "server-only";

import type { WrittenEntry } from "@/lib/audit/rules";
import { listChainEntries } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";

import type { DrawAction } from "./rules.audit";
import { drawActions } from "./rules.audit";
import { idSchema } from "./schema.fields";
import { readParentId } from "./store";

/**
 * Lists what was done to a draw itself and by whom, the latest 500, the earliest first. Admins only. Refusals:
 * `admin-key-wrong`, `admin-right-missing`, `draw-not-found`.
 */
export async function listDrawHistory(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; entries: WrittenEntry<DrawAction>[] } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  const isDraw = idSchema.safeParse(drawId).success && (await readParentId(ctx.db, drawId)) !== null;
  if (!isDraw) return refuse("draw-not-found");
  return { ok: true, entries: await listChainEntries(ctx.db, drawId, drawActions) };
}
