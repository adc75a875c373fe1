import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Lists the draws of which a definition of the platform was ever imported. */
export async function listAcceptedDraws(db: Database, drawIds: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ drawId: string }>(
    db,
    sql`select draw_id as "drawId" from feed_draws
      where draw_id = any(${sql.param(drawIds)}::text[]) and accepted_digest is not null`,
  );
  return rows.map(({ drawId }) => drawId);
}
