import "server-only";

import { sql } from "drizzle-orm";

import type { Database } from "./database";
import { queryRows } from "./database";

/** Autovacuum takes a minute to analyze, and PGlite has none (decision 050). Only owners of tables may analyze. */
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
