import type { PGlite } from "@electric-sql/pglite";
import { Client, types } from "pg";

type Options = { rowMode?: "array" | "object"; parsers?: Record<number, (value: string) => unknown> };

/** Instants stay text where whoever asks says so, as the embedded database's driver has it. */
function parserOf(oid: number, { parsers }: Options) {
  return parsers?.[oid] ?? types.getTypeParser(oid, "text");
}

/** One connection to PostgreSQL with the face of the embedded database: queries, scripts and transactions. */
export async function openPostgresClient(url: string): Promise<{ client: PGlite; close: () => Promise<void> }> {
  const connection = new Client({ connectionString: url });
  await connection.connect();
  // What a crash of the server would lose is of no use here.
  await connection.query("set synchronous_commit = off");
  const query = async (text: string, values: unknown[] = [], options: Options = {}) => {
    const getTypeParser = (oid: number) => parserOf(oid, options);
    const wanted = { text, values, types: { getTypeParser } as typeof types };
    return options.rowMode === "array"
      ? connection.query({ ...wanted, rowMode: "array" as const })
      : connection.query(wanted);
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
