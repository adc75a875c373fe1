import "server-only";

import { sql } from "drizzle-orm";
import { readPersonOperator, toPersonOperator } from "@/lib/audit/rules";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Returns the names of the people of the console among the operators, by operator. */
export async function readPeople(db: Database, operators: readonly (string | null)[]): Promise<Record<string, string>> {
  const personIds = [...new Set(operators.map(readPersonOperator))].filter((id) => id !== null);
  if (personIds.length === 0) return {};
  const rows = await queryRows<{ personId: string; name: string }>(
    db,
    sql`select p.person_id as "personId", p.name from unnest(${sql.param(personIds)}::text[]) as k (person_id)
      join persons p on p.person_id = k.person_id`,
  );
  return Object.fromEntries(rows.map(({ personId, name }) => [toPersonOperator(personId), name]));
}
