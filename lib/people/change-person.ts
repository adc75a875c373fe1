import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";
import { refuseRight } from "@/lib/refuse-admin";
import type { Reach } from "@/lib/rights";

import { giveRoles, reachesWhole, refuseRolesBeyondReach, roleDetail } from "./invite-person";
import { readReach, toPersonView } from "./list-persons";
import type { PersonView } from "./rules";
import { isRecordId } from "./rules";
import { changePersonSchema } from "./schema";
import {
  deletePasskeys,
  deleteRole,
  deleteRoles,
  endSessions,
  isLastAdmin,
  lockPerson,
  replaceInvitation,
  updatePerson,
  writePeopleEntry,
} from "./store";
import { listReached } from "./store.list";

type AccessRefusal = Refusal<AdminRefusal | "passkey-required">;

type ChangeRefusal = AccessRefusal | Refusal<"person-not-found" | "last-admin">;

type Change = { ctx: Context; tx: Database; personId: string; reach: Reach };

/** Gives and withdraws roles within the caller's reach, and sets when all access ends. */
export async function changePerson(
  ctx: Context,
  personId: string,
  body: unknown,
): Promise<
  { ok: true; person: PersonView } | ChangeRefusal | Refusal<"draw-not-found" | "access-ended" | "invalid-input">
> {
  const access = readReach(ctx.actor, "change");
  if (!access.ok) return access;
  const parsed = parseInput(changePersonSchema, body);
  if (!parsed.ok) return parsed;
  const [{ reach }, input] = [access, parsed.value];
  const outside = await withRetry(ctx, () => refuseRolesBeyondReach(ctx.db, [...input.give, ...input.withdraw], reach));
  if (outside) return outside;
  if (input.endsAt && new Date(input.endsAt) <= ctx.now()) {
    return refuse("invalid-input", [{ field: "endsAt", problem: "too-small" }]);
  }
  return undoRefused(ctx, personId, reach, async (change) => {
    const { tx } = change;
    const isLast = await isLastAdmin(tx, personId);
    const person = await lockPerson(tx, personId);
    if (!person) return refuse("person-not-found");
    if (person.revokedAt) return refuse("access-ended");
    for (const grant of input.withdraw) {
      if (isLast && grant.role === "admin" && grant.scope.kind === "everything") return refuse("last-admin");
      if (!(await deleteRole(tx, personId, grant))) continue;
      await writeEntry(change, "role-withdrawn", roleDetail(personId, grant));
    }
    await giveRoles(ctx, tx, person, input.give);
    return input.endsAt === undefined ? null : changeEnd(change, input.endsAt, isLast);
  });
}

/** Ends all access of a person at once, all of which must be within the caller's reach. */
export async function revokePerson(
  ctx: Context,
  personId: string,
): Promise<{ ok: true; person: PersonView } | ChangeRefusal> {
  const access = readReach(ctx.actor, "change");
  if (!access.ok) return access;
  return undoRefused(ctx, personId, access.reach, async (change) => {
    const { tx } = change;
    const isLast = await isLastAdmin(tx, personId);
    const person = await lockPerson(tx, personId);
    if (!person) return refuse("person-not-found");
    const part = await refusePart(change);
    if (part || isLast) return part ?? refuse("last-admin");
    const now = ctx.now();
    await deleteRoles(tx, personId);
    await endSessions(tx, personId, now);
    await deletePasskeys(tx, personId);
    await replaceInvitation(tx, personId, null);
    await updatePerson(tx, personId, { revokedAt: now });
    if (!person.revokedAt) await writeEntry(change, "person-revoked", { person: personId });
    return null;
  });
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
  // Nobody lifts the end that somebody else gave to their access.
  const isOwn = ctx.actor.kind === "admin" && ctx.actor.person?.id === personId;
  if (isOwn) return refuseRight("access");
  await updatePerson(tx, personId, { endsAt: end === null ? null : new Date(end) });
  await writeEntry(change, "person-changed", { person: personId, changed: "endsAt" });
  return null;
}

/** What concerns all access of a person is for those who reach all of their roles. */
async function refusePart({ tx, personId, reach }: Change): Promise<Refusal<"admin-right-missing"> | null> {
  return (await reachesWhole(tx, personId, reach)) ? null : refuseRight("access");
}

function writeEntry(
  { ctx, tx }: Change,
  action: Parameters<typeof writePeopleEntry>[1]["action"],
  detail: Parameters<typeof writePeopleEntry>[1]["detail"],
): Promise<void> {
  return writePeopleEntry(tx, { action, at: ctx.now(), actor: auditActorOf(ctx.actor), detail });
}

class Undone<Reason extends Refusal> extends Error {
  constructor(readonly refusal: Reason) {
    super(refusal.reason);
  }
}

/** Works on a person whom the caller sees, in one transaction that a refusal undoes. */
async function undoRefused<Refused extends Refusal>(
  ctx: Context,
  personId: string,
  reach: Reach,
  work: (change: Change) => Promise<Refused | null>,
): Promise<{ ok: true; person: PersonView } | Refused | Refusal<"person-not-found">> {
  if (!isRecordId(personId)) return refuse("person-not-found");
  const run = async (tx: Database) => {
    const [before] = await listReached(tx, reach, ctx.now(), personId);
    if (!before) throw new Undone(refuse("person-not-found"));
    const refused = await work({ ctx, tx, personId, reach });
    if (refused) throw new Undone(refused);
    const [after] = await listReached(tx, reach, ctx.now(), personId);
    return { ok: true, person: toPersonView(after ?? { ...before, roles: [] }) } as const;
  };
  try {
    return await withRetry(ctx, () => ctx.db.transaction(run));
  } catch (error) {
    if (error instanceof Undone) return error.refusal as Refused | Refusal<"person-not-found">;
    throw error;
  }
}
