import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { authorizeForDraw } from "./authorize-for-draw";
import { isOver } from "./rules";
import { idSchema } from "./schema.fields";
import { readDrawForUpdate } from "./store";
import { setArchivedAt } from "./store.archive";

/**
 * Leaves a draw out of the console's list. Its pages and orders stay as they are. Refused (`draw-not-over`) while
 * tickets can be sold, or sold ones wait for their drawing.
 */
export function archiveDraw(ctx: Context, drawId: string) {
  return changeArchive(ctx, drawId, "draw-archived");
}

export function unarchiveDraw(ctx: Context, drawId: string) {
  return changeArchive(ctx, drawId, "draw-unarchived");
}

async function changeArchive(
  ctx: Context,
  drawId: string,
  action: "draw-archived" | "draw-unarchived",
): Promise<{ ok: true } | Refusal<AdminRefusal | "draw-not-found" | "draw-not-over">> {
  const refusal = await authorizeForDraw(ctx, "draws", drawId, "draw-not-found");
  if (refusal) return refusal;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const now = ctx.now();
  const isArchiving = action === "draw-archived";
  return ctx.db.transaction(async (tx): Promise<{ ok: true } | Refusal<"draw-not-found" | "draw-not-over">> => {
    const record = await readDrawForUpdate(tx, drawId);
    if (!record) return refuse("draw-not-found");
    if (isArchiving && !isOver(record, now)) return refuse("draw-not-over");
    await setArchivedAt(tx, drawId, isArchiving ? now : null, { action, at: now, actor: toAuditActor(ctx.actor) });
    return { ok: true };
  });
}
