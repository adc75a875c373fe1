import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal, RefusalReason } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { NeededRight } from "@/lib/rights";
import { includesDraw } from "@/lib/rights";
import { idSchema } from "./schema.fields";
import { readParentId } from "./store";

type AuthorizationContext = Pick<Context, "actor" | "db" | "now" | "random" | "wait">;

/**
 * Refuses every caller but an admin who has the right for some draw. A draw outside the admin's scope is refused with
 * `unknown`, exactly like one that does not exist. If the right holds for all draws, the use case itself must look
 * whether the draw exists.
 */
export async function authorizeForDraw<Unknown extends RefusalReason>(
  ctx: AuthorizationContext,
  needed: NeededRight,
  drawId: string,
  unknown: Unknown,
): Promise<Refusal<AdminRefusal | Unknown> | null> {
  const result = authorizeAdmin(ctx.actor, needed);
  if (!result.ok) return result;
  const { accessScope } = result;
  if (accessScope === "everything") return null;
  const parentId = idSchema.safeParse(drawId).success ? await withRetry(ctx, () => readParentId(ctx.db, drawId)) : null;
  return parentId !== null && includesDraw(accessScope, { drawId, parentId }) ? null : refuse(unknown);
}
