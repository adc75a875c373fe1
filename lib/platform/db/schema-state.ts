import "server-only";

import type { Migration } from "./migration-files";

/** One connection, to either database, on which statements run one after the other. */
export type Session = {
  run: (statement: string) => Promise<unknown>;
  rows: <Row>(query: string, values?: unknown[]) => Promise<Row[]>;
};

/** How the schema of a database compares with the migrations of this build. */
export type SchemaState = {
  /** What this build has and the database doesn't, in order. */
  pending: Migration[];
  /** How many migrations of later builds the database has. */
  later: number;
  /** The number of the migration that a build must know to work with this database. */
  needs: number;
};

/** Thrown if the schema is too old or too new for this build; the message says what to do. */
export class UnfitSchema extends Error {
  override name = "UnfitSchema";
}

/**
 * Reads which migrations a database has: in the table that drizzle's own migrator writes, and beside it in
 * `schema_floor`, which contracting migrations raise. Changes nothing; either may be missing.
 */
export async function readSchemaState(session: Session, migrations: Migration[]): Promise<SchemaState> {
  const [books] = await session.rows<{ migrations: boolean; floor: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as migrations,
      to_regclass('drizzle.schema_floor') is not null as floor`,
  );
  const applied = books?.migrations
    ? await session.rows<{ when: string }>(`select created_at::text as when from drizzle.__drizzle_migrations`)
    : [];
  const [floor] = books?.floor
    ? await session.rows<{ needs: number | null }>("select max(needs) as needs from drizzle.schema_floor")
    : [];
  const had = new Set(applied.map(({ when }) => Number(when)));
  const known = new Set(migrations.map(({ when }) => when));
  return {
    pending: migrations.filter(({ when }) => !had.has(when)),
    later: [...had].filter((when) => !known.has(when)).length,
    needs: floor?.needs ?? 0,
  };
}

/** Throws `UnfitSchema` if a later version has removed what this build needs. */
export function refuseTooNew({ needs }: SchemaState, migrations: Migration[]): void {
  const newest = migrations.at(-1);
  if (!newest || needs <= newest.number) return;
  throw new UnfitSchema(
    `The database's schema is too new for this version: it needs one that knows migration ` +
      `${String(needs).padStart(4, "0")}, and this one knows up to ${newest.tag}. Start the newer version again ` +
      "(docs/operations.md, Upgrade).",
  );
}

/** Throws `UnfitSchema` if migrations of this build are missing, or if the schema is too new. */
export function requireFit(state: SchemaState, migrations: Migration[]): void {
  refuseTooNew(state, migrations);
  const [first, ...others] = state.pending;
  if (!first) return;
  const names = others.length > 0 ? `${first.tag} to ${others.at(-1)?.tag}` : first.tag;
  throw new UnfitSchema(
    `The database's schema is too old for this version: ${state.pending.length} pending (${names}). ` +
      "Run `npm run migrate`, then start again.",
  );
}
