import "server-only";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";
import { findReach, refuseWithoutFreshPasskey } from "@/lib/refuse-admin";
import type { Reach } from "@/lib/rights";

import type { PersonView } from "./rules";
import type { ListedPerson } from "./store.list";
import { listReached } from "./store.list";

type AccessRefusal = Refusal<AdminRefusal | "passkey-required">;

/** Lists the people with a role where the caller has `access`, with these roles alone. */
export async function listPersons(ctx: Context): Promise<{ ok: true; persons: PersonView[] } | AccessRefusal> {
  const access = readReach(ctx.actor, "look");
  if (!access.ok) return access;
  const listed = await withRetry(ctx, () => listReached(ctx.db, access.reach, ctx.now()));
  return { ok: true, persons: listed.map(toPersonView) };
}

/** Where the caller has `access`; to change somebody's, a person needs a fresh passkey. */
export function readReach(actor: Actor, purpose: "look" | "change"): { ok: true; reach: Reach } | AccessRefusal {
  const found = findReach(actor, "access");
  return (found.ok && purpose === "change" && refuseWithoutFreshPasskey(actor)) || found;
}

export function toPersonView({ endsAt, lastSeenAt, ...person }: ListedPerson): PersonView {
  return { ...person, endsAt: endsAt?.toISOString() ?? null, lastSeenAt: lastSeenAt?.toISOString() ?? null };
}
