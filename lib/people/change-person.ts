import "server-only";

import type { AuditDetail } from "@/lib/audit/rules";
import { toAuditActor } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { toCents } from "@/lib/money";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";
import { findChangeReach, refuseRight } from "@/lib/refuse-admin";
import type { Reach } from "@/lib/rights";

import { giveRoles, reachesWhole, refuseRolesBeyondReach, roleDetail } from "./invite-person";
import type { PeopleAction, PersonView } from "./rules";
import { isRecordId } from "./rules";
import { changePersonSchema } from "./schema";
import { lockPerson, updatePerson, wasRevokedBy, writePeopleEntry } from "./store";
import { deleteAccess } from "./store.access";
import { listReached } from "./store.list";
import { deleteRole, isLastAdmin } from "./store.roles";

type ChangeRefusal = Refusal<AdminRefusal | "person-not-found" | "last-admin">;

type Change = { ctx: Context; tx: Database; personId: string; reach: Reach };

/** Gives and withdraws roles within the caller's reach, and sets when all access ends and what may be refunded. */
export async function changePerson(
  ctx: Context,
  personId: string,
  body: unknown,
): Promise<
  { ok: true; person: PersonView } | ChangeRefusal | Refusal<"draw-not-found" | "access-ended" | "invalid-input">
> {
  const access = findChangeReach(ctx.actor, "access");
  if (!access.ok) return access;
  const parsed = parseInput(changePersonSchema, body);
  if (!parsed.ok) return parsed;
  const [{ reach }, input] = [access, parsed.value];
  if (!isRecordId(personId)) return refuse("person-not-found");
  const outside = await withRetry(ctx, () => refuseRolesBeyondReach(ctx.db, [...input.give, ...input.withdraw], reach));
  if (outside) return outside;
  if (input.endsAt && new Date(input.endsAt) <= ctx.now()) {
    return refuse("invalid-input", [{ field: "endsAt", problem: "too-small" }]);
  }
  return transact(ctx, async (tx) => {
    const isLast = await isLastAdmin(tx, personId);
    const person = await lockPerson(tx, personId);
    const [before] = await listReached(tx, reach, ctx.now(), personId);
    if (!person || !before) return refuse("person-not-found");
    if (person.revokedAt) return refuse("access-ended");
    const change = { ctx, tx, personId, reach };
    for (const grant of input.withdraw) {
      if (isLast && grant.role === "admin" && grant.scope.kind === "everything") return refuse("last-admin");
      if (!(await deleteRole(tx, personId, grant))) continue;
      await writeEntry(change, "role-withdrawn", roleDetail(personId, grant));
    }
    await giveRoles(ctx, tx, person, { roles: input.give, reach });
    const { endsAt, refundLimit } = input;
    const refused =
      (endsAt === undefined ? null : await changeEnd(change, endsAt, isLast)) ??
      (refundLimit === undefined ? null : await changeRefundLimit(change, refundLimit));
    if (refused) return refused;
    const [after] = await listReached(tx, reach, ctx.now(), personId);
    return { ok: true, person: after ?? { ...before, roles: [] } } as const;
  });
}

/**
 * Ends all access of a person at once. All of it must be within the caller's reach. If whoever revoked it calls again,
 * the answer is the same.
 */
export async function revokePerson(
  ctx: Context,
  personId: string,
): Promise<{ ok: true; person: PersonView } | ChangeRefusal> {
  const access = findChangeReach(ctx.actor, "access");
  if (!access.ok) return access;
  if (!isRecordId(personId)) return refuse("person-not-found");
  const { reach } = access;
  return transact(ctx, async (tx) => {
    const isLast = await isLastAdmin(tx, personId);
    const person = await lockPerson(tx, personId);
    if (!person) return refuse("person-not-found");
    const isRepeated = person.revokedAt !== null && (await wasRevokedBy(tx, person, toAuditActor(ctx.actor)));
    const [before] = await listReached(tx, reach, ctx.now(), personId);
    if (!before && !isRepeated) return refuse("person-not-found");
    if (!person.revokedAt) {
      const change = { ctx, tx, personId, reach };
      const part = await refusePart(change);
      if (part || isLast) return part ?? refuse("last-admin");
      await endAccess(change);
    }
    // No role is left that could be outside of the caller's reach.
    const [after] = await listReached(tx, "everything", ctx.now(), personId);
    if (!after) throw new Error("A person who was revoked is not there.");
    return { ok: true, person: after } as const;
  });
}

async function endAccess(change: Change): Promise<void> {
  const { ctx, tx, personId } = change;
  const now = ctx.now();
  await deleteAccess(tx, personId, now);
  await updatePerson(tx, personId, { revokedAt: now });
  await writeEntry(change, "person-revoked", { person: personId });
}

async function changeEnd(
  change: Change,
  end: string | null,
  isLast: boolean,
): Promise<Refusal<"admin-right-missing" | "last-admin"> | null> {
  const { ctx, tx, personId } = change;
  const part = await refusePart(change);
  if (part) return part;
  if (end !== null && isLast) return refuse("last-admin");
  // Nobody may lift the end that somebody else set for their own access.
  const isOwn = ctx.actor.kind === "admin" && ctx.actor.person?.id === personId;
  if (isOwn) return refuseRight("access");
  await updatePerson(tx, personId, { endsAt: end === null ? null : new Date(end) });
  await writeEntry(change, "person-changed", { person: personId, changed: "endsAt" });
  return null;
}

async function changeRefundLimit(change: Change, dollars: number): Promise<Refusal<"admin-right-missing"> | null> {
  const { tx, personId } = change;
  const part = await refusePart(change);
  if (part) return part;
  await updatePerson(tx, personId, { refundLimitCents: toCents(dollars) });
  await writeEntry(change, "person-changed", { person: personId, changed: "refundLimit" });
  return null;
}

/** Refuses callers who don't reach all of the person's roles, because this concerns all of their access. */
async function refusePart({ tx, personId, reach }: Change): Promise<Refusal<"admin-right-missing"> | null> {
  return (await reachesWhole(tx, personId, reach)) ? null : refuseRight("access");
}

function writeEntry({ ctx, tx }: Change, action: PeopleAction, detail: AuditDetail): Promise<void> {
  return writePeopleEntry(tx, { action, at: ctx.now(), actor: toAuditActor(ctx.actor), detail });
}
