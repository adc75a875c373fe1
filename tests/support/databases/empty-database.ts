/** Runs one or more statements on a database and gives the rows of the last. */
export type RunStatements = (statements: string) => Promise<Record<string, unknown>[]>;

/** What a test may have changed besides rows: every change of a definition writes its row of the catalog anew. */
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

/** Deletes every row: keys and triggers sleep, and what is empty already costs nothing. */
const deleteRows = `
  do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
      execute 'delete from ' || name;
    end loop;
  end $$`;

/** Names the state of a database's definitions; equal names are equal definitions. */
export async function schemaStateOf(run: RunStatements): Promise<string> {
  const [row] = await run(schemaState);
  return String(row?.state);
}

/**
 * Empties a database that a test used; false where the test changed more than rows since `schema` was read, and nobody
 * may have it.
 */
export async function emptyDatabase(run: RunStatements, schema: string): Promise<boolean> {
  await run("reset all");
  if ((await schemaStateOf(run)) !== schema) return false;
  await run(deleteRows);
  return true;
}
