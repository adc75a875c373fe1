import "server-only";

import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import type { Language } from "@/lib/platform/i18n/routing";

import type { PeopleAction } from "./rules";
import type { RoleGrant } from "./rules.roles";
import { findPersonByEmail, listAllSessions, listEntriesAbout } from "./store.erasure";
import { listPasskeys } from "./store.passkeys";
import { listPersonRoles } from "./store.roles";

/** The data stored about a person of the console, for that person to read. Times are in ISO. */
export type ExportedAccess = {
  personId: string;
  name: string;
  locale: Language;
  createdAt: string;
  endsAt: string | null;
  revokedAt: string | null;
  /** The names under which draws suggest roles for the person. */
  userIds: string[];
  roles: RoleGrant[];
  passkeys: { name: string; createdAt: string; usedAt: string | null }[];
  sessions: { browser: string; createdAt: string; seenAt: string; endedAt: string | null }[];
  history: { action: PeopleAction; at: string }[];
};

/**
 * Returns null if no person of the console has the address. Leaves out who made the changes, and what the person
 * changed for others.
 */
export function exportAccess(ctx: Context, email: string): Promise<ExportedAccess | null> {
  return withRetry(ctx, () => readAccess(ctx.db, email.toLowerCase()));
}

async function readAccess(db: Database, email: string): Promise<ExportedAccess | null> {
  const person = await findPersonByEmail(db, email);
  if (!person) return null;
  const { personId, name, locale, userIds } = person;
  const passkeys = await listPasskeys(db, personId);
  const sessions = await listAllSessions(db, personId);
  const history = await listEntriesAbout(db, personId);
  return {
    personId,
    name,
    locale,
    createdAt: person.createdAt.toISOString(),
    endsAt: toIso(person.endsAt),
    revokedAt: toIso(person.revokedAt),
    userIds,
    roles: await listPersonRoles(db, personId),
    passkeys: passkeys.map((key) => ({ name: key.name, createdAt: toIso(key.createdAt), usedAt: toIso(key.usedAt) })),
    sessions: sessions.map(({ browser, createdAt, seenAt, endedAt }) => ({
      browser,
      createdAt: toIso(createdAt),
      seenAt: toIso(seenAt),
      endedAt: toIso(endedAt),
    })),
    history: history.map(({ action, at }) => ({ action, at })),
  };
}

function toIso<At extends Date | null>(at: At): At extends Date ? string : string | null {
  return (at?.toISOString() ?? null) as At extends Date ? string : string | null;
}
