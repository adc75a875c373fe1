import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";

import type { PersonView } from "./rules";
import { listPersonsInScope } from "./store.list";

/** Lists people with a role in the scope of the caller's `access`, showing only the roles within it. */
export async function listPersons(ctx: Context): Promise<{ ok: true; persons: PersonView[] } | Refusal<AdminRefusal>> {
  const access = authorizeAdmin(ctx.actor, "access");
  if (!access.ok) return access;
  return { ok: true, persons: await withRetry(ctx, () => listPersonsInScope(ctx.db, access.accessScope, ctx.now())) };
}
