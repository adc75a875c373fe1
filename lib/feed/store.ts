import "server-only";

import { and, eq, sql } from "drizzle-orm";
import { draws } from "@/lib/draws/tables";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { Asked, FeedOutcome, Seen } from "./rules";
import { feedTimes, forgottenDays } from "./rules";
import { feedDraws } from "./tables";

/** What is known of a draw that the platform was asked for. */
export type FeedRow = Asked & {
  seen: Seen | null;
  acceptedDigest: string | null;
  refusedDigest: string | null;
  refusedAt: Date | null;
  askedUntil: Date;
};

/** Reads what is known of asking for a draw; null where nobody did. `isKnown`: we have a definition of it. */
export async function readFeedRow(db: Database, drawId: string): Promise<FeedRow | null> {
  const rows = await db
    .select({ row: feedDraws, known: draws.drawId })
    .from(feedDraws)
    .leftJoin(draws, eq(draws.drawId, feedDraws.drawId))
    .where(eq(feedDraws.drawId, drawId));
  return rows[0] ? { ...rows[0].row, isKnown: rows[0].known !== null } : null;
}

/** Whether we have a definition of a draw, however it came here. */
export async function isDrawKnown(db: Database, drawId: string): Promise<boolean> {
  return (await db.$count(draws, eq(draws.drawId, drawId))) > 0;
}

/**
 * Somebody's turn to ask for a draw: what was known of it, null where nothing was, and the end of the lease, which
 * tells this turn from any later one.
 */
export type FeedTurn = { drawId: string; row: FeedRow | null; askedUntil: Date };

/**
 * Takes the turn to ask for a draw of which `row` is known; null while somebody else has the turn, and when somebody
 * has stored something since.
 */
export async function takeTurn(
  db: Database,
  drawId: string,
  { now, row }: { now: Date; row: FeedRow | null },
): Promise<FeedTurn | null> {
  const until = new Date(now.getTime() + feedTimes.leaseMs);
  const rows = await db
    .insert(feedDraws)
    .values({ drawId, askedUntil: until })
    .onConflictDoUpdate({
      target: feedDraws.drawId,
      set: { askedUntil: until },
      setWhere: sql`${feedDraws.askedUntil} <= ${now.toISOString()}::timestamptz
        and ${feedDraws.checkedAt} is not distinct from ${row?.checkedAt?.toISOString() ?? null}::timestamptz`,
    })
    .returning({ askedUntil: feedDraws.askedUntil });
  return rows[0] ? { drawId, row, ...rows[0] } : null;
}

/** What is written down of an asking. */
export type TurnChanges = { outcome: FeedOutcome } & Partial<
  Pick<FeedRow, "seen" | "acceptedDigest" | "refusedDigest" | "refusedAt">
>;

/**
 * Records what became of asking, if the turn was not taken by somebody else since: false then, and nothing is written.
 * What `changes` leaves out stays as it was. Until its transaction ends nobody takes the turn.
 */
export async function recordTurn(
  db: Database,
  { drawId, askedUntil }: FeedTurn,
  changes: TurnChanges & { checkedAt: Date; askedUntil?: Date },
): Promise<boolean> {
  const isOurs = and(eq(feedDraws.drawId, drawId), eq(feedDraws.askedUntil, askedUntil));
  const rows = await db.update(feedDraws).set(changes).where(isOurs).returning({ drawId: feedDraws.drawId });
  return rows.length === 1;
}

/** The same, and ends the turn. */
export function endTurn(db: Database, turn: FeedTurn, changes: TurnChanges & { checkedAt: Date }): Promise<boolean> {
  return recordTurn(db, turn, { ...changes, askedUntil: changes.checkedAt });
}

/** The draws that came from the platform and are due, those first that were asked for longest ago. */
export async function listDueDraws(
  db: Database,
  { now, refreshMs, limit }: { now: Date; refreshMs: number; limit: number },
): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`select f.draw_id from feed_draws f join draws d on d.draw_id = f.draw_id
      where f.accepted_digest is not null and f.asked_until <= ${at}
        and d.closes_at > ${at} - make_interval(days => ${forgottenDays})
        and f.checked_at <= ${at} - make_interval(secs => case when d.closes_at > ${at} - interval '1 day'
          then ${refreshMs / 1000}::float8 else ${feedTimes.endedMs / 1000}::float8 end)
      order by f.checked_at limit ${limit}`,
  );
  return rows.map((row) => row.draw_id);
}

/** Forgets draws that the platform did not have, an hour after somebody last asked for them. */
export async function forgetUnknownDraws(db: Database, now: Date): Promise<void> {
  await queryRows(
    db,
    sql`delete from feed_draws where accepted_digest is null
      and asked_until < ${now.toISOString()}::timestamptz - interval '1 hour'`,
  );
}
