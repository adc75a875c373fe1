import "server-only";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Draw } from "@/lib/draws/schema";
import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import { draws } from "@/lib/draws/tables";
import type { Database } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
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

export async function listUnchosenDraws(db: Database, now: Date, accessScope: AccessScope): Promise<Draw[]> {
  const rows = await db
    .select({ draw: draws.definition })
    .from(draws)
    .leftJoin(zoneChoices, eq(zoneChoices.drawId, draws.drawId))
    .where(and(isNull(zoneChoices.drawId), gt(draws.closesAt, now), accessScopeCondition(accessScope, draws)))
    .orderBy(asc(draws.closesAt));
  return rows.map(({ draw }) => draw);
}
