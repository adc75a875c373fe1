import "server-only";

import type { SQL } from "drizzle-orm";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { MailKind } from "./rules";
import { outbox } from "./tables";

/** A mail's row. */
export type MailRow = typeof outbox.$inferSelect;

/** A copy of a receipt that is asked for, and how often one may be. */
export type WantedCopy = {
  drawId: string;
  orderId: string;
  now: Date;
  limits: { perDay: number; pauseMs: number; dayMs: number } | null;
  /** A statement that writes down that it was queued, given its rows (`draw_id`, `order_id`): part of the same one. */
  note: (queued: SQL) => SQL;
};

function instant(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}

/**
 * Writes a mail to an order's buyer into the outbox, in the transaction of what it tells. `part` tells mails of one
 * kind apart (a refund's number, how manyeth copy); the same mail is written once. Works for an order without an
 * address too: the delivery finds that out.
 */
export async function queueMail(
  tx: Database,
  mail: { drawId: string; orderId: string; kind: MailKind; part?: string; now: Date },
): Promise<void> {
  const mailId = [mail.orderId, mail.kind, mail.part].filter(Boolean).join("-");
  const now = instant(mail.now);
  await tx.execute(
    sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      values (${mail.drawId}, ${mailId}, ${mail.orderId}, ${mail.kind}, 'waiting', ${now}, ${now})
      on conflict (draw_id, mail_id) do nothing`,
  );
}

/**
 * The insertion of the receipts of the orders of `sold`, which has `draw_id`, `order_id` and the time `at` of each, as
 * `queueMail` writes one: part of the statement that sells them.
 */
export function insertReceipts(sold: SQL): SQL {
  const kind: MailKind = "receipt";
  return sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
    select draw_id, order_id || ${`-${kind}`}::text, order_id, ${kind}::text, 'waiting', at, at from ${sold}
    on conflict (draw_id, mail_id) do nothing`;
}

/**
 * Writes a copy of an order's receipt into the outbox. False when its limits are reached; a call that is repeated with
 * the same `now` is told true again. Of two calls at once one writes: the other would be its repeat within the pause.
 */
export async function queueCopy(db: Database, { drawId, orderId, now, limits, note }: WantedCopy): Promise<boolean> {
  const since = (ms: number) => instant(new Date(now.getTime() - ms));
  const allowed = limits
    ? sql`today < ${limits.perDay} and (latest is null or latest <= ${since(limits.pauseMs)})`
    : sql`true`;
  await db.execute(
    sql`with queued as (
      insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select ${drawId}::text, ${orderId}::text || '-copy-' || (copies + 1), ${orderId}::text, 'copy', 'waiting',
        ${instant(now)}, ${instant(now)}
      from (
        select count(*) filter (where kind = 'copy') as copies,
          count(*) filter (where kind = 'copy' and queued_at > ${since(limits?.dayMs ?? 0)}) as today,
          max(queued_at) as latest
        from outbox where draw_id = ${drawId} and order_id = ${orderId} and kind = any(array['receipt', 'copy'])
      ) mailed where ${allowed} and (latest is null or latest <> ${instant(now)})
      on conflict (draw_id, mail_id) do nothing
      returning draw_id, order_id
    ), noted as (${note(sql`queued`)})
    select order_id from queued`,
  );
  const rows = await queryRows(
    db,
    sql`select mail_id from outbox where draw_id = ${drawId} and order_id = ${orderId} and kind = 'copy'
      and queued_at = ${instant(now)}`,
  );
  return rows.length === 1;
}

/** Lists the mails of an order, the earliest first. */
export function listMails(db: Database, drawId: string, orderId: string): Promise<MailRow[]> {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.drawId, drawId), eq(outbox.orderId, orderId)))
    .orderBy(asc(outbox.queuedAt));
}
