import "server-only";

import { sql } from "drizzle-orm";

import type { Context } from "@/lib/context";
import type { LetterKind } from "@/lib/people/rules";
import { personLetters } from "@/lib/people/tables";
import type { Database } from "@/lib/platform/db/database";
import { limitClause, queryRows } from "@/lib/platform/db/database";
import type { Language } from "@/lib/platform/i18n/routing";

export type NewLetter = { personId: string; kind: LetterKind; detail: string };

/** Belongs in the transaction of the change that the letter reports. */
export async function queueLetter(
  ctx: Pick<Context, "now" | "random">,
  tx: Database,
  letter: NewLetter,
): Promise<void> {
  const letterId = Buffer.from(ctx.random(16)).toString("base64url");
  await tx.insert(personLetters).values({ ...letter, letterId, queuedAt: ctx.now(), tryAt: ctx.now() });
}

export type DueLetter = NewLetter & {
  letterId: string;
  email: string;
  name: string;
  locale: Language;
  queuedAt: Date;
};

/** Claims letters that are due. No other process sends them before `until`. */
export async function claimLetters(
  db: Database,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueLetter[]> {
  const rows = await queryRows<Omit<DueLetter, "queuedAt"> & { queuedAt: string | Date }>(
    db,
    sql`with due as (
        select letter_id from person_letters where try_at <= ${now.toISOString()}::timestamptz
        order by try_at ${limitClause(limit)} for update skip locked
      ), claimed as (
        update person_letters l set try_at = ${until.toISOString()}::timestamptz from due
        where l.letter_id = due.letter_id returning l.*
      )
      select c.letter_id as "letterId", c.person_id as "personId", c.kind, c.detail, c.queued_at as "queuedAt",
        p.email, p.name, p.locale
      from claimed c join persons p on p.person_id = c.person_id`,
  );
  return rows.map((row) => ({ ...row, queuedAt: new Date(row.queuedAt) }));
}

export async function deleteLetter(db: Database, letterId: string): Promise<void> {
  await queryRows(db, sql`delete from person_letters where letter_id = ${letterId}`);
}
