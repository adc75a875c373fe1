import "server-only";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Draw } from "@/lib/draws/schema";
import { reachCondition } from "@/lib/draws/store.reach";
import { draws } from "@/lib/draws/tables";
import type { Database } from "@/lib/platform/db/database";
import type { Reach } from "@/lib/rights";
import { zoneChoices } from "./tables";

export type ZoneChoice = typeof zoneChoices.$inferSelect;

export async function readZoneChoice(db: Database, drawId: string): Promise<ZoneChoice | null> {
  const rows = await db.select().from(zoneChoices).where(eq(zoneChoices.drawId, drawId));
  return rows[0] ?? null;
}

export async function saveZoneChoice(tx: Database, choice: ZoneChoice): Promise<boolean> {
  const rows = await tx.insert(zoneChoices).values(choice).onConflictDoNothing().returning({ id: zoneChoices.drawId });
  return rows.length === 1;
}

export async function listUnchosenDraws(db: Database, now: Date, reach: Reach): Promise<Draw[]> {
  const rows = await db
    .select({ draw: draws.definition })
    .from(draws)
    .leftJoin(zoneChoices, eq(zoneChoices.drawId, draws.drawId))
    .where(and(isNull(zoneChoices.drawId), gt(draws.closesAt, now), reachCondition(reach, draws)))
    .orderBy(asc(draws.closesAt));
  return rows.map(({ draw }) => draw);
}
