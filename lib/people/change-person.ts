import "server-only";

import type { AuditDetail } from "@/lib/audit/rules";
import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeWithFreshPasskey, refuseMissingRight } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { toCents } from "@/lib/money";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AccessScope } from "@/lib/rights";
import { checkRolesInScope, giveRoles, includesAllRoles, toRoleDetail } from "./give-roles";
import type { PeopleAction, PersonView } from "./rules";
import { isRecordId } from "./rules";
import { changePersonSchema } from "./schema";
import { lockPerson, updatePerson, writePeopleEntry } from "./store";
import { isPersonInScope, listPersonsInScope } from "./store.list";
import { deleteRole, isLastAdmin } from "./store.roles";

export type ChangeRefusal = Refusal<AdminRefusal | "person-not-found" | "last-admin">;

export type Change = { ctx: Context; tx: Database; personId: string; accessScope: AccessScope };

/**
 * Gives and withdraws roles in the caller's access scope, and sets the end of all access and the daily refund limit.
 */
export async function changePerson(
  ctx: Context,
  personId: string,
  body: unknown,
): Promise<
  { ok: true; person: PersonView } | ChangeRefusal | Refusal<"draw-not-found" | "access-ended" | "invalid-input">
> {
  const access = authorizeWithFreshPasskey(ctx.actor, "access");
  if (!access.ok) return access;
  const parsed = parseInput(changePersonSchema, body);
  if (!parsed.ok) return parsed;
  const [{ accessScope }, input] = [access, parsed.value];
  if (!isRecordId(personId)) return refuse("person-not-found");
  const refusal = await withRetry(ctx, () =>
    checkRolesInScope(ctx.db, [...input.give, ...input.withdraw], accessScope),
  );
  if (refusal) return refusal;
  if (input.endsAt && new Date(input.endsAt) <= ctx.now()) {
    return refuse("invalid-input", [{ field: "endsAt", problem: "too-small" }]);
  }
  return transact(ctx, async (tx) => {
    if (!(await isPersonInScope(tx, accessScope, ctx.now(), personId))) return refuse("person-not-found");
    const isLast = await isLastAdmin(tx, personId);
    const person = await lockPerson(tx, personId);
    const [before] = await listPersonsInScope(tx, accessScope, ctx.now(), personId);
    if (!person || !before) return refuse("person-not-found");
    if (person.revokedAt) return refuse("access-ended");
    const change = { ctx, tx, personId, accessScope };
    for (const grant of input.withdraw) {
      if (isLast && grant.role === "admin" && grant.scope.kind === "everything") return refuse("last-admin");
      if (!(await deleteRole(tx, personId, grant))) continue;
      await writeEntry(change, "role-withdrawn", toRoleDetail(personId, grant));
    }
    await giveRoles(ctx, tx, person, { roles: input.give, accessScope });
    const { endsAt, refundLimit } = input;
    const refused =
      (endsAt === undefined ? null : await changeEndDate(change, endsAt, isLast)) ??
      (refundLimit === undefined ? null : await changeRefundLimit(change, refundLimit));
    if (refused) return refused;
    const [after] = await listPersonsInScope(tx, accessScope, ctx.now(), personId);
    return { ok: true, person: after ?? { ...before, roles: [] } } as const;
  });
}

async function changeEndDate(
  change: Change,
  end: string | null,
  isLast: boolean,
): Promise<Refusal<"admin-right-missing" | "last-admin"> | null> {
  const { tx, personId } = change;
  const refusal = await checkAllRolesInScope(change);
  if (refusal) return refusal;
  if (end !== null && isLast) return refuse("last-admin");
  if (isOwn(change)) return refuseMissingRight("access");
  await updatePerson(tx, personId, { endsAt: end === null ? null : new Date(end) });
  await writeEntry(change, "person-changed", { person: personId, changed: "endsAt" });
  return null;
}

async function changeRefundLimit(change: Change, dollars: number): Promise<Refusal<"admin-right-missing"> | null> {
  const { tx, personId } = change;
  const refusal = await checkAllRolesInScope(change);
  if (refusal) return refusal;
  if (isOwn(change)) return refuseMissingRight("access");
  await updatePerson(tx, personId, { refundLimitCents: toCents(dollars) });
  await writeEntry(change, "person-changed", { person: personId, changed: "refundLimit" });
  return null;
}

/**
 * A person may not lift an end or a limit that another admin set for them, since it may outlast their own role of
 * admin.
 */
function isOwn({ ctx, personId }: Change): boolean {
  return ctx.actor.kind === "admin" && ctx.actor.person?.id === personId;
}

/**
 * Refuses callers whose access scope lacks some of the person's roles, because the change affects all of their access.
 */
export async function checkAllRolesInScope({
  tx,
  personId,
  accessScope,
}: Change): Promise<Refusal<"admin-right-missing"> | null> {
  return (await includesAllRoles(tx, personId, accessScope)) ? null : refuseMissingRight("access");
}

export function writeEntry({ ctx, tx }: Change, action: PeopleAction, detail: AuditDetail): Promise<void> {
  return writePeopleEntry(tx, { action, at: ctx.now(), actor: toAuditActor(ctx.actor), detail });
}
