export type RunStatements = (statements: string) => Promise<Record<string, unknown>[]>;

/** Changes of definitions rewrite rows of the catalog. */
const schemaState = `
  select md5(string_agg(part, ' ' order by part)) as state from (
    select concat_ws(',', 'class', oid, relname, reloptions) as part
      from pg_class where relnamespace = 'public'::regnamespace
    union all select concat_ws(',', 'attribute', attrelid, attnum, xmin) from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select concat_ws(',', 'constraint', oid, xmin) from pg_constraint
    union all select concat_ws(',', 'trigger', oid, xmin) from pg_trigger
    union all select concat_ws(',', 'function', oid, xmin) from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat_ws(',', 'namespace', oid, xmin) from pg_namespace where nspname !~ '^pg_(toast_)?temp'
  ) parts`;

/** Deletes with keys and triggers disabled. An empty table costs nothing. */
const deleteRows = `
  do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
      execute 'delete from ' || name;
    end loop;
  end $$`;

export async function readSchemaState(run: RunStatements): Promise<string> {
  const [row] = await run(schemaState);
  return String(row?.state);
}

/** Returns false if the test changed the schema, so that the database can't be reused. */
export async function emptyDatabase(run: RunStatements, schema: string): Promise<boolean> {
  await run("reset all");
  if ((await readSchemaState(run)) !== schema) return false;
  await run(deleteRows);
  return true;
}
