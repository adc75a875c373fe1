import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";

import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { MailKind, MailState, WaitingState } from "@/lib/receipts/rules";

/** `tries` includes the one that begins now, so it identifies the claim. `waitingState` is the state before it. */
export type ClaimedMail = {
  drawId: string;
  mailId: string;
  orderId: string;
  kind: MailKind;
  waitingState: WaitingState;
  queuedAt: Date;
  tries: number;
};

export type MailResult = {
  mail: ClaimedMail;
  state: MailState;
  tryAt: Date | null;
  sentAt: Date | null;
  revision?: number | undefined;
};

/** Literals, because with a parameter the plan would not use the partial index of the state. */
const stateIs: Record<WaitingState, SQL> = { waiting: sql`state = 'waiting'`, bulk: sql`state = 'bulk'` };

/** Claims half from the longest due and half from the latest, so that recent buyers don't wait for a backlog. */
export async function claimMails(
  db: Database,
  { now, until, limit, waitingState }: { now: Date; until: Date; limit: number; waitingState: WaitingState },
): Promise<ClaimedMail[]> {
  const oldest = Math.floor(limit / 2);
  const at = sql`${now.toISOString()}::timestamptz`;
  // Updates by ctid, which leaves the planner no other choice. Skips rows that other processes are claiming.
  const rows = await queryRows<Omit<ClaimedMail, "waitingState" | "queuedAt"> & { queuedMs: string }>(
    db,
    sql`with latest as (
      select ctid as place from outbox where ${stateIs[waitingState]} and try_at <= ${at}
      order by try_at desc limit ${limit - oldest} for update skip locked
    ), oldest as (
      select ctid as place from outbox where ${stateIs[waitingState]} and try_at <= ${at}
      order by try_at limit ${oldest} for update skip locked
    )
    update outbox set try_at = ${until.toISOString()}::timestamptz, tries = tries + 1
    where ctid = any(array(select place from latest union select place from oldest))
    returning draw_id as "drawId", mail_id as "mailId", order_id as "orderId", kind,
      extract(epoch from queued_at) * 1000 as "queuedMs", tries`,
  );
  return rows.map(({ queuedMs, ...mail }) => ({ ...mail, waitingState, queuedAt: new Date(Number(queuedMs)) }));
}

export async function recordResults(db: Database, results: readonly MailResult[]): Promise<void> {
  const instants = (of: (result: MailResult) => Date | null) =>
    sql.param(results.map((result) => of(result)?.toISOString() ?? null));
  // Finds each row by its primary key, whatever the planner's statistics are.
  await db.execute(
    sql`with result as materialized (
      select r.tries, r.state, r.try_at, r.sent_at, r.revision, m.place
      from unnest(
        ${sql.param(results.map(({ mail }) => mail.drawId))}::text[],
        ${sql.param(results.map(({ mail }) => mail.mailId))}::text[],
        ${sql.param(results.map(({ mail }) => mail.tries))}::int[],
        ${sql.param(results.map(({ state }) => state))}::text[],
        ${instants(({ tryAt }) => tryAt)}::timestamptz[],
        ${instants(({ sentAt }) => sentAt)}::timestamptz[],
        ${sql.param(results.map(({ revision }) => revision ?? null))}::int[]
      ) as r (draw_id, mail_id, tries, state, try_at, sent_at, revision)
      cross join lateral (
        select ctid as place, state, tries from outbox where draw_id = r.draw_id and mail_id = r.mail_id limit 1
      ) m
      where m.state = any('{waiting,bulk}') and m.tries = r.tries
    )
    update outbox o set state = r.state, try_at = coalesce(r.try_at, o.try_at), sent_at = r.sent_at,
      revision = r.revision
    from result r where o.ctid = r.place and o.tries = r.tries`,
  );
}
