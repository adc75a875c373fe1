import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";

import type { RoleSuggestion } from "./rules";
import { maxRolesPerCall } from "./rules.roles";
import { listSuggestedRoles } from "./store.suggestions";

/**
 * Lists roles that draws name for their users, in the scope of the caller's `access`. They give no access by
 * themselves: an admin invites a person with them, to an email address that no draw contains.
 */
export async function listSuggestions(
  ctx: Context,
): Promise<{ ok: true; suggestions: RoleSuggestion[] } | Refusal<AdminRefusal>> {
  const access = authorizeAdmin(ctx.actor, "access");
  if (!access.ok) return access;
  const suggested = await withRetry(ctx, () => listSuggestedRoles(ctx.db, access.accessScope, ctx.now()));
  const byUser = Map.groupBy(suggested, ({ userId }) => userId);
  // One invitation gives at most `maxRolesPerCall` roles. The others are suggested afterwards.
  const suggestions = [...byUser].map(([userId, rows]) => ({
    userId,
    roles: rows
      .slice(0, maxRolesPerCall)
      .map(({ role, drawId }) => ({ role, scope: { kind: "draw", drawId } as const })),
  }));
  return { ok: true, suggestions };
}
