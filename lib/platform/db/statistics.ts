import "server-only";

import { sql } from "drizzle-orm";

import type { Database } from "./database";
import { queryRows } from "./database";

/**
 * Analyses tables that have more than doubled since they were analysed last, and gives their names: for what counts and
 * compares whole draws, before PostgreSQL's own upkeep comes, after a minute; and for the embedded database, which has
 * no upkeep, and one connection, whose plans nothing else makes anew (decision 050).
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
