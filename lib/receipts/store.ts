import "server-only";

import type { SQL } from "drizzle-orm";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { MailKind, WaitingState } from "./rules";
import { outbox } from "./tables";

export type MailRow = typeof outbox.$inferSelect;

export type CopyRequest = {
  drawId: string;
  orderId: string;
  now: Date;
  /** The pause follows the last receipt or copy. */
  limits: { perDay: number | null; pauseMs: number; dayMs: number };
  /** SQL that writes the audit entry in the same statement, from the queued rows (`draw_id`, `order_id`). */
  insertEntry: (queued: SQL) => SQL;
};

/** Queues once, in the transaction of the change that it reports. `part` distinguishes emails of one kind. */
export async function queueMail(
  tx: Database,
  mail: { drawId: string; orderId: string; kind: MailKind; part?: string; now: Date; isBulk?: boolean },
): Promise<void> {
  const state: WaitingState = mail.isBulk ? "bulk" : "waiting";
  const mailId = [mail.orderId, mail.kind, mail.part].filter(Boolean).join("-");
  const now = instant(mail.now);
  await tx.execute(
    sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      values (${mail.drawId}, ${mailId}, ${mail.orderId}, ${mail.kind}, ${state}, ${now}, ${now})
      on conflict (draw_id, mail_id) do nothing`,
  );
}

/** SQL to add to the statement that settles the orders `sold` (`draw_id`, `order_id`, `at`). */
export function insertReceipts(sold: SQL): SQL {
  const kind: MailKind = "receipt";
  return sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
    select draw_id, order_id || ${`-${kind}`}::text, order_id, ${kind}::text, 'waiting', at, at from ${sold}
    on conflict (draw_id, mail_id) do nothing`;
}

/**
 * Returns false at a limit, but true if the same call is repeated (same `now`). Of two concurrent copies only one is
 * queued, because the second falls into the pause after the first.
 */
export async function queueCopy(
  db: Database,
  { drawId, orderId, now, limits, insertEntry }: CopyRequest,
): Promise<boolean> {
  const since = (ms: number) => instant(new Date(now.getTime() - ms));
  const isWithinDay = limits.perDay === null ? sql`true` : sql`today < ${limits.perDay}`;
  await db.execute(
    sql`with queued as (
      insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select ${drawId}::text, ${orderId}::text || '-copy-' || (copies + 1), ${orderId}::text, 'copy', 'waiting',
        ${instant(now)}, ${instant(now)}
      from (
        select count(*) filter (where kind = 'copy') as copies,
          count(*) filter (where kind = 'copy' and queued_at > ${since(limits.dayMs)}) as today,
          max(queued_at) as latest
        from outbox where draw_id = ${drawId} and order_id = ${orderId} and kind = any(array['receipt', 'copy'])
      ) mailed where ${isWithinDay} and (latest is null or latest <= ${since(limits.pauseMs)})
      on conflict (draw_id, mail_id) do nothing
      returning draw_id, order_id
    ), noted as (${insertEntry(sql`queued`)})
    select order_id from queued`,
  );
  const rows = await queryRows(
    db,
    sql`select mail_id from outbox where draw_id = ${drawId} and order_id = ${orderId} and kind = 'copy'
      and queued_at = ${instant(now)}`,
  );
  return rows.length === 1;
}

export function listMails(db: Database, drawId: string, orderId: string): Promise<MailRow[]> {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.drawId, drawId), eq(outbox.orderId, orderId)))
    .orderBy(asc(outbox.queuedAt));
}

function instant(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}
