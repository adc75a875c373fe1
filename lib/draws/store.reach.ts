import "server-only";

import type { SQL, SQLWrapper } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Reach } from "@/lib/rights";

type DrawColumns = { parentId: SQLWrapper; drawId: SQLWrapper };

const drawTableColumns: DrawColumns = { parentId: sql`d.parent_id`, drawId: sql`d.draw_id` };

/** SQL condition that a draw is within a reach: the draw `d`, unless other columns are given. */
export function reachCondition(reach: Reach, { parentId, drawId }: DrawColumns = drawTableColumns): SQL {
  if (reach === "everything") return sql`true`;
  return sql`(${parentId} = any(${sql.param(reach.parentIds)}::text[])
    or ${drawId} = any(${sql.param(reach.drawIds)}::text[]))`;
}
