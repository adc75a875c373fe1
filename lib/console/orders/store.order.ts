import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** The names of people, by the `person:ID` that stands for each. */
export async function readPeople(db: Database, named: readonly (string | null)[]): Promise<Record<string, string>> {
  const names = [...new Set(named)].filter((name) => name?.startsWith("person:"));
  if (names.length === 0) return {};
  const rows = await queryRows<{ operator: string; name: string }>(
    db,
    sql`select k.operator, p.name from unnest(${sql.param(names)}::text[]) as k (operator)
      join persons p on p.person_id = substr(k.operator, 8)`,
  );
  return Object.fromEntries(rows.map(({ operator, name }) => [operator, name]));
}
