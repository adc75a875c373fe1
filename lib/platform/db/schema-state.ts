import "server-only";

import type { Migration } from "./migration-files";

export type Session = {
  run: (statement: string) => Promise<unknown>;
  rows: <Row>(query: string, values?: unknown[]) => Promise<Row[]>;
};

export type SchemaState = {
  pending: Migration[];
  /** Applied migrations that only later builds know. */
  laterCount: number;
  /** The last migration that a build must know to work with the database. */
  needs: number;
};

export class SchemaMismatch extends Error {
  override name = "SchemaMismatch";
}

/** Either table may not exist yet. */
export async function readSchemaState(session: Session, migrations: Migration[]): Promise<SchemaState> {
  const [tables] = await session.rows<{ migrations: boolean; floor: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as migrations,
      to_regclass('drizzle.schema_floor') is not null as floor`,
  );
  const applied = tables?.migrations
    ? await session.rows<{ when: string }>(`select created_at::text as when from drizzle.__drizzle_migrations`)
    : [];
  const [floor] = tables?.floor
    ? await session.rows<{ needs: number | null }>("select max(needs) as needs from drizzle.schema_floor")
    : [];
  const appliedTimes = new Set(applied.map(({ when }) => Number(when)));
  const buildTimes = new Set(migrations.map(({ when }) => when));
  return {
    pending: migrations.filter(({ when }) => !appliedTimes.has(when)),
    laterCount: [...appliedTimes].filter((when) => !buildTimes.has(when)).length,
    needs: floor?.needs ?? 0,
  };
}

export function rejectNewerSchema({ needs }: SchemaState, migrations: Migration[]): void {
  const newest = migrations.at(-1);
  if (!newest || needs <= newest.number) return;
  throw new SchemaMismatch(
    `The database's schema is too new for this version: it needs one that knows migration ` +
      `${String(needs).padStart(4, "0")}, and this one knows up to ${newest.tag}. Start the newer version again ` +
      "(docs/operations.md, Upgrade).",
  );
}

export function requireCurrentSchema(state: SchemaState, migrations: Migration[]): void {
  rejectNewerSchema(state, migrations);
  const [first, ...others] = state.pending;
  if (!first) return;
  const names = others.length > 0 ? `${first.tag} to ${others.at(-1)?.tag}` : first.tag;
  throw new SchemaMismatch(
    `The database's schema is too old for this version: ${state.pending.length} pending (${names}). ` +
      "Run `npm run migrate`, then start again.",
  );
}
