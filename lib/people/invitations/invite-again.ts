import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeWithFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { includesAllRoles } from "@/lib/people/give-roles";
import { isActive, isRecordId } from "@/lib/people/rules";
import { lockPerson } from "@/lib/people/store";
import { isPersonInScope } from "@/lib/people/store.list";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { InvitationResult } from "./invite-person";
import { createCode, storeCode, toInvitationResult } from "./invite-person";

/**
 * Replaces the open invitation of a person who lost their passkeys or never made one. All of their roles must be within
 * the caller's access scope, because the link gives access to them.
 */
export async function inviteAgain(
  ctx: Context,
  personId: string,
): Promise<InvitationResult | Refusal<AdminRefusal> | Refusal<"person-not-found" | "access-ended">> {
  const access = authorizeWithFreshPasskey(ctx.actor, "access");
  if (!access.ok) return access;
  if (!isRecordId(personId)) return refuse("person-not-found");
  const code = createCode(ctx);
  const { accessScope } = access;
  const stored = await transact(ctx, async (tx) => {
    if (!(await isPersonInScope(tx, accessScope, ctx.now(), personId))) return refuse("person-not-found");
    const person = await lockPerson(tx, personId);
    if (!person || person.isDemo) return refuse("person-not-found");
    if (!(await includesAllRoles(tx, personId, accessScope))) return refuse("person-not-found");
    if (!isActive(person, ctx.now())) return refuse("access-ended");
    const stored = await storeCode(ctx, tx, { person, accessScope, code });
    if (stored === null) return refuse("person-not-found");
    return { ok: true, person, isRegistered: false, code: stored, accessScope } as const;
  });
  return stored.ok ? toInvitationResult(ctx, stored) : stored;
}
