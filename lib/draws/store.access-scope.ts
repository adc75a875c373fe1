import "server-only";

import type { SQL, SQLWrapper } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AccessScope } from "@/lib/rights";

type DrawColumns = { parentId: SQLWrapper; drawId: SQLWrapper };

const drawTableColumns: DrawColumns = { parentId: sql`d.parent_id`, drawId: sql`d.draw_id` };

/** SQL condition that a draw is within an access scope: the draw `d`, unless other columns are given. */
export function accessScopeCondition(
  accessScope: AccessScope,
  { parentId, drawId }: DrawColumns = drawTableColumns,
): SQL {
  if (accessScope === "everything") return sql`true`;
  return sql`(${parentId} = any(${sql.param(accessScope.parentIds)}::text[])
    or ${drawId} = any(${sql.param(accessScope.drawIds)}::text[]))`;
}
