import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeWithFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { toCents } from "@/lib/money";
import { checkRolesInScope, giveRoles, includesAllRoles } from "@/lib/people/give-roles";
import { sendInvitation } from "@/lib/people/letters/deliver-letters";
import { defaultRefundLimitCents, hashSecret, isActive, lifetimesMs } from "@/lib/people/rules";
import { invitePersonSchema } from "@/lib/people/schema";
import type { PersonRow } from "@/lib/people/store";
import { addUserId, insertOrLockPerson, updatePerson, writePeopleEntry } from "@/lib/people/store";
import { deleteAccess } from "@/lib/people/store.access";
import { replaceInvitation } from "@/lib/people/store.invitations";
import { listPersonRoles } from "@/lib/people/store.roles";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { AccessScope } from "@/lib/rights";

/**
 * `link` is null if the person `isRegistered`, and unless the caller's access scope is everything: an admin of few
 * draws could invite another person's address, use the link, and receive the roles given to that address later.
 */
export type InvitationResult = {
  ok: true;
  personId: string;
  isRegistered: boolean;
  link: string | null;
  isMailed: boolean;
};

type StoredInvitation = {
  ok: true;
  person: PersonRow;
  isRegistered: boolean;
  code: string | null;
  accessScope: AccessScope;
};

/** In characters of Crockford's base32, together 130 bits. */
const codeLength = 26;

/**
 * Gives roles to an address and, unless its person has a passkey, creates a link by which to make one within a day. The
 * caller needs `access` wherever the roles hold.
 */
export async function invitePerson(
  ctx: Context,
  body: unknown,
): Promise<InvitationResult | Refusal<AdminRefusal> | Refusal<"draw-not-found" | "invalid-input" | "access-ended">> {
  const access = authorizeWithFreshPasskey(ctx.actor, "access");
  if (!access.ok) return access;
  const parsed = parseInput(invitePersonSchema, body);
  if (!parsed.ok) return parsed;
  const [{ accessScope }, input] = [access, parsed.value];
  const refusal = await withRetry(ctx, () => checkRolesInScope(ctx.db, input.roles, accessScope));
  if (refusal) return refusal;
  const endsAt = input.endsAt ? new Date(input.endsAt) : null;
  if (endsAt && endsAt <= ctx.now()) return refuse("invalid-input", [{ field: "endsAt", problem: "too-small" }]);
  const { email, name, locale } = input;
  const personId = Buffer.from(ctx.random(12)).toString("base64url");
  const refundLimitCents = input.refundLimit === undefined ? defaultRefundLimitCents : toCents(input.refundLimit);
  const personDetails = { name, endsAt, revokedAt: null, refundLimitCents };
  const row = { personId, email, locale, createdAt: ctx.now(), ...personDetails };
  const code = createCode(ctx);
  const stored = await transact(ctx, async (tx) => {
    const person = await insertOrLockPerson(tx, row);
    const isNew = person.personId === personId;
    if (!isActive(person, ctx.now())) {
      // Only those whose access scope is everything may restore revoked access: revoking deleted its roles, so nothing
      // is left to compare with a limited access scope.
      const roles = await listPersonRoles(tx, person.personId);
      const isOthers = person.revokedAt !== null && accessScope !== "everything";
      if (isOthers || (await checkRolesInScope(tx, roles, accessScope))) return refuse("access-ended");
      await restoreAccess(ctx, tx, person, personDetails);
    } else if (!isNew && (endsAt || input.refundLimit !== undefined)) {
      return refuse("invalid-input", [{ field: endsAt ? "endsAt" : "refundLimit", problem: "locked" }]);
    }
    if (input.userId !== undefined) await addUserId(tx, person.personId, input.userId);
    const isRegistered = await giveRoles(ctx, tx, person, { roles: input.roles, accessScope });
    const stored = isRegistered ? null : await storeCode(ctx, tx, { person, accessScope, code });
    return { ok: true, person, isRegistered, code: stored, accessScope } as const;
  });
  return stored.ok ? toInvitationResult(ctx, stored) : stored;
}

/** Starts ended access anew, so that no earlier role, passkey, session or invitation becomes valid again. */
async function restoreAccess(
  ctx: Context,
  tx: Database,
  { personId }: PersonRow,
  given: Parameters<typeof updatePerson>[2],
): Promise<void> {
  const now = ctx.now();
  await deleteAccess(tx, personId, now);
  await updatePerson(tx, personId, given);
  const entry = { at: now, actor: toAuditActor(ctx.actor), detail: { person: personId } };
  await writePeopleEntry(tx, { ...entry, action: "person-restored" });
}

export function createCode(ctx: Pick<Context, "random">): string {
  return toCrockford(ctx.random(17), codeLength);
}

/** Stores a code if all of the person's roles are within the caller's access scope. Returns null otherwise. */
export async function storeCode(
  ctx: Context,
  tx: Database,
  { person, accessScope, code }: { person: PersonRow; accessScope: AccessScope; code: string },
): Promise<string | null> {
  const { personId } = person;
  if (!(await includesAllRoles(tx, personId, accessScope))) return null;
  const now = ctx.now();
  const expiresAt = new Date(now.getTime() + lifetimesMs.invitation);
  const codeHash = hashSecret(ctx.sealer, code, "console invitation");
  await replaceInvitation(tx, personId, { codeHash, createdAt: now, expiresAt });
  const actor = toAuditActor(ctx.actor);
  await writePeopleEntry(tx, { action: "person-invited", at: now, actor, detail: { person: personId } });
  return code;
}

/** The code is in the fragment, which browsers don't send and servers can't log. */
export async function toInvitationResult(
  ctx: Context,
  { person, isRegistered, code, accessScope }: StoredInvitation,
): Promise<InvitationResult> {
  const { personId, locale } = person;
  if (code === null) return { ok: true, personId, isRegistered, link: null, isMailed: false };
  const { origin } = new URL(ctx.checkoutHost);
  const link = `${origin}${localizedPath(locale, "/console/invitation")}#code=${code}`;
  const isMailed = await sendInvitation(ctx, person, link);
  return { ok: true, personId, isRegistered, link: accessScope === "everything" ? link : null, isMailed };
}
