import "server-only";

import { sql } from "drizzle-orm";

import type { Database } from "./database";
import { queryRows } from "./database";

/**
 * Analyzes tables that have more than doubled since their last analysis, and returns their names: for queries that
 * count whole draws before PostgreSQL's own maintenance runs, after a minute, and for the embedded database, which
 * has none, and one connection, whose plans nothing else renews (decision 050). Only the owner of a table may
 * analyze it: for a role that isn't, that maintenance does it alone.
 */
export async function refreshStatistics(db: Database): Promise<string[]> {
  const grown = await queryRows<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage')
        and pg_relation_size(oid) > 2 * relpages::bigint * current_setting('block_size')::bigint
      order by relname`,
  );
  for (const { name } of grown) await db.execute(sql`analyze ${sql.identifier(name)}`);
  return grown.map(({ name }) => name);
}
