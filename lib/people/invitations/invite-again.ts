import "server-only";

import type { Context } from "@/lib/context";
import { isActive, isRecordId } from "@/lib/people/rules";
import { lockPerson } from "@/lib/people/store";
import { transact } from "@/lib/platform/db/transact";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";
import { findChangeReach } from "@/lib/refuse-admin";
import type { InvitationResult } from "./invite-person";
import { createCode, reachesAllRoles, storeCode, toInvitationResult } from "./invite-person";

/**
 * Replaces the open invitation of a person who lost their passkeys or never made one. All of their roles must be within
 * the caller's reach, because the link gives access to them.
 */
export async function inviteAgain(
  ctx: Context,
  personId: string,
): Promise<InvitationResult | Refusal<AdminRefusal> | Refusal<"person-not-found" | "access-ended">> {
  const access = findChangeReach(ctx.actor, "access");
  if (!access.ok) return access;
  if (!isRecordId(personId)) return refuse("person-not-found");
  const code = createCode(ctx);
  const { reach } = access;
  const stored = await transact(ctx, async (tx) => {
    const person = await lockPerson(tx, personId);
    if (!person || person.isDemo) return refuse("person-not-found");
    if (!(await reachesAllRoles(tx, personId, reach))) return refuse("person-not-found");
    if (!isActive(person, ctx.now())) return refuse("access-ended");
    const stored = await storeCode(ctx, tx, { person, reach, code });
    if (stored === null) return refuse("person-not-found");
    return { ok: true, person, isRegistered: false, code: stored, reach } as const;
  });
  return stored.ok ? toInvitationResult(ctx, stored) : stored;
}
