import "server-only";

import type { WrittenEntry } from "@/lib/audit/rules";
import { listChainEntries } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { authorizeForDraw } from "./authorize-for-draw";
import type { DrawAction } from "./import/rules.changes";
import { drawActions } from "./import/rules.changes";
import { idSchema } from "./schema.fields";
import { readParentId } from "./store";

export async function listDrawHistory(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; entries: WrittenEntry<DrawAction>[] } | Refusal<AdminRefusal | "draw-not-found">> {
  const refusal = await authorizeForDraw(ctx, ["draws", "history"], drawId, "draw-not-found");
  if (refusal) return refusal;
  const isDraw = idSchema.safeParse(drawId).success && (await readParentId(ctx.db, drawId)) !== null;
  if (!isDraw) return refuse("draw-not-found");
  return { ok: true, entries: await listChainEntries(ctx.db, drawId, drawActions) };
}
