import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";
import { findReach } from "@/lib/refuse-admin";
import type { NeededRight } from "@/lib/rights";
import { reachesDraw } from "@/lib/rights";
import { idSchema } from "./schema.fields";
import { readParentId } from "./store";

type ReachContext = Pick<Context, "actor" | "db" | "now" | "random" | "wait">;

/**
 * Refuses every caller but an admin who has the right for some draw. A draw outside the admin's scope is refused with
 * `unknown`, exactly like one that does not exist. If the right holds for all draws, the use case itself must look
 * whether the draw exists.
 */
export async function checkReach<Unknown extends RefusalReason>(
  ctx: ReachContext,
  needed: NeededRight,
  drawId: string,
  unknown: Unknown,
): Promise<Refusal<AdminRefusal | Unknown> | null> {
  const result = findReach(ctx.actor, needed);
  if (!result.ok) return result;
  const { reach } = result;
  if (reach === "everything") return null;
  const parentId = idSchema.safeParse(drawId).success ? await withRetry(ctx, () => readParentId(ctx.db, drawId)) : null;
  return parentId !== null && reachesDraw(reach, { drawId, parentId }) ? null : refuse(unknown);
}
