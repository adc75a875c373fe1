import { join } from "node:path";

import { PGlite } from "@electric-sql/pglite";

import { findDatabaseUrl } from "./data-template";
import { runStatements } from "./postgres-database";

export async function editData(dataDir: string, statements: readonly string[]): Promise<void> {
  const url = findDatabaseUrl(dataDir);
  if (url) {
    await runStatements(url, statements);
    return;
  }
  const database = await PGlite.create({ dataDir: join(dataDir, "database") });
  for (const statement of statements) await database.exec(statement);
  await database.close();
}
