import "server-only";

import { and, eq, sql } from "drizzle-orm";
import { draws } from "@/lib/draws/tables";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { FeedOutcome, FeedState, LastFetch } from "./rules";
import { feedTimes, inactiveDays } from "./rules";
import { feedDraws } from "./tables";

/** `leasedUntil` is when the lease of the process that fetches the draw ends. */
export type FeedRow = FeedState & {
  lastFetch: LastFetch | null;
  acceptedDigest: string | null;
  refusedDigest: string | null;
  refusedAt: Date | null;
  leasedUntil: Date;
};

export async function readFeedRow(db: Database, drawId: string): Promise<FeedRow | null> {
  const rows = await db
    .select({ row: feedDraws, definedId: draws.drawId })
    .from(feedDraws)
    .leftJoin(draws, eq(draws.drawId, feedDraws.drawId))
    .where(eq(feedDraws.drawId, drawId));
  return rows[0] ? { ...rows[0].row, isKnown: rows[0].definedId !== null } : null;
}

export async function isDrawKnown(db: Database, drawId: string): Promise<boolean> {
  return (await db.$count(draws, eq(draws.drawId, drawId))) > 0;
}

export type FeedLease = { drawId: string; row: FeedRow | null; leasedUntil: Date };

/** Returns null while another process has the lease, or if one finished after `row` was read. */
export async function takeLease(
  db: Database,
  drawId: string,
  { now, row }: { now: Date; row: FeedRow | null },
): Promise<FeedLease | null> {
  const until = new Date(now.getTime() + feedTimes.leaseMs);
  const rows = await db
    .insert(feedDraws)
    .values({ drawId, leasedUntil: until })
    .onConflictDoUpdate({
      target: feedDraws.drawId,
      set: { leasedUntil: until },
      setWhere: sql`${feedDraws.leasedUntil} <= ${now.toISOString()}::timestamptz
        and ${feedDraws.checkedAt} is not distinct from ${row?.checkedAt?.toISOString() ?? null}::timestamptz`,
    })
    .returning({ leasedUntil: feedDraws.leasedUntil });
  return rows[0] ? { drawId, row, ...rows[0] } : null;
}

export type FetchChanges = { outcome: FeedOutcome } & Partial<
  Pick<FeedRow, "lastFetch" | "acceptedDigest" | "refusedDigest" | "refusedAt">
>;

/** Returns false and writes nothing if the lease was lost. Otherwise it can't be taken before the transaction ends. */
export async function recordFetch(
  db: Database,
  { drawId, leasedUntil }: FeedLease,
  changes: FetchChanges & { checkedAt: Date; leasedUntil?: Date },
): Promise<boolean> {
  const leaseCondition = and(eq(feedDraws.drawId, drawId), eq(feedDraws.leasedUntil, leasedUntil));
  const rows = await db.update(feedDraws).set(changes).where(leaseCondition).returning({ drawId: feedDraws.drawId });
  return rows.length === 1;
}

export function endLease(
  db: Database,
  lease: FeedLease,
  changes: FetchChanges & { checkedAt: Date },
): Promise<boolean> {
  return recordFetch(db, lease, { ...changes, leasedUntil: changes.checkedAt });
}

export async function listDueDraws(
  db: Database,
  { now, refreshMs, limit }: { now: Date; refreshMs: number; limit: number },
): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const rows = await queryRows<{ drawId: string }>(
    db,
    sql`select f.draw_id as "drawId" from feed_draws f join draws d on d.draw_id = f.draw_id
      where f.accepted_digest is not null and f.asked_until <= ${at}
        and d.closes_at > ${at} - make_interval(days => ${inactiveDays})
        and f.checked_at <= ${at} - make_interval(secs => case when d.closes_at > ${at} - interval '1 day'
          then ${refreshMs / 1000}::float8 else ${feedTimes.endedMs / 1000}::float8 end)
      order by f.checked_at limit ${limit}`,
  );
  return rows.map(({ drawId }) => drawId);
}

export async function deleteUnknownDraws(db: Database, now: Date): Promise<void> {
  await queryRows(
    db,
    sql`delete from feed_draws where accepted_digest is null
      and asked_until < ${now.toISOString()}::timestamptz - interval '1 hour'`,
  );
}
