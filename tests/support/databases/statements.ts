import { vi } from "vitest";

import type { Database } from "@/lib/platform/db/database";

type Prepared = { sql: string };

/** Includes `begin` for each transaction, but not its statements. */
export async function recordStatements(db: Database, run: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const { session } = db._;
  const prepare = vi.spyOn(session, "prepareQuery");
  const begin = vi.spyOn(session, "transaction");
  try {
    await run();
    statements.push(...prepare.mock.calls.map(([query]) => (query as Prepared).sql));
    return [...statements, ...begin.mock.calls.map(() => "begin")];
  } finally {
    prepare.mockRestore();
    begin.mockRestore();
  }
}
