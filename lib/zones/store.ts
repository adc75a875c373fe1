import "server-only";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Draw } from "@/lib/draws/schema";
import { draws } from "@/lib/draws/tables";
import type { Database } from "@/lib/platform/db/database";
import { zoneChoices } from "./tables";

/** A choice as it is stored. */
export type ZoneChoice = typeof zoneChoices.$inferSelect;

/** Reads which reading of a draw's dates was chosen; null before anybody did. */
export async function readZoneChoice(db: Database, drawId: string): Promise<ZoneChoice | null> {
  const rows = await db.select().from(zoneChoices).where(eq(zoneChoices.drawId, drawId));
  return rows[0] ?? null;
}

/** Stores a choice; false where its draw has one. */
export async function saveZoneChoice(tx: Database, choice: ZoneChoice): Promise<boolean> {
  const rows = await tx.insert(zoneChoices).values(choice).onConflictDoNothing().returning({ id: zoneChoices.drawId });
  return rows.length === 1;
}

/** Lists the draws of which sales are not over at `now` and nobody chose a reading, the next to end first. */
export async function listUnchosenDraws(db: Database, now: Date): Promise<Draw[]> {
  const rows = await db
    .select({ draw: draws.definition })
    .from(draws)
    .leftJoin(zoneChoices, eq(zoneChoices.drawId, draws.drawId))
    .where(and(isNull(zoneChoices.drawId), gt(draws.closesAt, now)))
    .orderBy(asc(draws.closesAt));
  return rows.map(({ draw }) => draw);
}
