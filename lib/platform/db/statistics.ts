import "server-only";

import { sql } from "drizzle-orm";

import type { Database } from "./database";
import { queryRows } from "./database";

/**
 * Analyses tables that have more than doubled since they were analysed last, and gives their names. Plans that are
 * kept, those of named statements and of foreign keys, are made anew then. Made for an empty table they would read all
 * orders of a draw to find one, until PostgreSQL's own upkeep comes, after a minute; the embedded database has no
 * upkeep at all.
 */
export async function refreshStatistics(db: Database): Promise<string[]> {
  const grown = await queryRows<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and pg_relation_size(oid) > 2 * relpages::bigint * current_setting('block_size')::bigint
      order by relname`,
  );
  for (const { name } of grown) await db.execute(sql`analyze ${sql.identifier(name)}`);
  return grown.map(({ name }) => name);
}
