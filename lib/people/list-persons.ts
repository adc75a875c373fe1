import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";
import { findReach } from "@/lib/refuse-admin";

import type { PersonView } from "./rules";
import { listPersonsInReach } from "./store.list";

/** Lists people with a role in the scope of the caller's `access`, showing only the roles within it. */
export async function listPersons(ctx: Context): Promise<{ ok: true; persons: PersonView[] } | Refusal<AdminRefusal>> {
  const access = findReach(ctx.actor, "access");
  if (!access.ok) return access;
  return { ok: true, persons: await withRetry(ctx, () => listPersonsInReach(ctx.db, access.reach, ctx.now())) };
}
