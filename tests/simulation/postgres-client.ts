import type { PGlite } from "@electric-sql/pglite";
import { Client, types } from "pg";

type Options = { rowMode?: "array" | "object"; parsers?: Record<number, (value: string) => unknown> };

/** Wraps one PostgreSQL connection in PGlite's interface. */
export async function openPostgresClient(url: string): Promise<{ client: PGlite; close: () => Promise<void> }> {
  const connection = new Client({ connectionString: url });
  await connection.connect();
  // A simulation needs no durability.
  await connection.query("set synchronous_commit = off");
  const query = async (text: string, values: unknown[] = [], options: Options = {}) => {
    const getTypeParser = (oid: number) => findParser(oid, options);
    const queryConfig = { text, values, types: { getTypeParser } as typeof types };
    return options.rowMode === "array"
      ? connection.query({ ...queryConfig, rowMode: "array" as const })
      : connection.query(queryConfig);
  };
  const transaction = async <Result>(work: (tx: unknown) => Promise<Result>): Promise<Result> => {
    await connection.query("begin");
    try {
      const result = await work({ query });
      await connection.query("commit");
      return result;
    } catch (error) {
      await connection.query("rollback");
      throw error;
    }
  };
  const client = { query, transaction, exec: (script: string) => connection.query(script) };
  return { client: client as unknown as PGlite, close: () => connection.end() };
}

/** Some callers parse timestamps themselves, as with the embedded database's driver. */
function findParser(oid: number, { parsers }: Options) {
  return parsers?.[oid] ?? types.getTypeParser(oid, "text");
}
