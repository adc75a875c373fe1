import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Finds every `table.column` that contains the text, whatever its case, spaces and punctuation. */
export async function findText(db: Database, text: string): Promise<string[]> {
  const found: string[] = [];
  const bare = text.toLowerCase().replace(/[^\p{L}\p{N}@.]/gu, "");
  for (const { table, column } of await listColumns(db)) {
    const value = sql`lower(${sql.identifier(column)}::text)`;
    const [row] = await queryRows<{ rows: number }>(
      db,
      sql`select count(*)::int as rows from ${sql.identifier(table)}
        where position(${text.toLowerCase()} in ${value}) > 0
          or position(${bare} in regexp_replace(${value}, '[ ()+-]', '', 'g')) > 0`,
    );
    if (row && row.rows > 0) found.push(`${table}.${column}`);
  }
  return found;
}

function listColumns(db: Database): Promise<{ table: string; column: string }[]> {
  return queryRows(
    db,
    sql`select c.table_name as "table", c.column_name as "column" from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, 2`,
  );
}
