import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";
import { findReach } from "@/lib/refuse-admin";

import type { RoleSuggestion } from "./rules";
import { maxRolesPerCall } from "./rules.roles";
import { listSuggestedRoles } from "./store.suggestions";

/**
 * Lists roles that draws name for their users, where the caller has `access`. They give nothing by themselves. An admin
 * invites somebody with them, by an address that no draw has.
 */
export async function listSuggestions(
  ctx: Context,
): Promise<{ ok: true; suggestions: RoleSuggestion[] } | Refusal<AdminRefusal>> {
  const access = findReach(ctx.actor, "access");
  if (!access.ok) return access;
  const suggested = await withRetry(ctx, () => listSuggestedRoles(ctx.db, access.reach, ctx.now()));
  const byUser = Map.groupBy(suggested, ({ userId }) => userId);
  // The roles beyond one invitation's are suggested next.
  const suggestions = [...byUser].map(([userId, rows]) => ({
    userId,
    roles: rows
      .slice(0, maxRolesPerCall)
      .map(({ role, drawId }) => ({ role, scope: { kind: "draw", drawId } as const })),
  }));
  return { ok: true, suggestions };
}
