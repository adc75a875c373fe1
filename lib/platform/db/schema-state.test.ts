import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { openMemory } from "@/tests/support/databases/memory-template";
import { laterMigrations, nextNumber, numberAfter } from "@/tests/support/databases/migration-folder";
import type { OpenDatabase } from "./database";
import { migratePglite, readPgliteState } from "./migrate-pglite";
import { readMigrations } from "./migration-files";
import { openPglite } from "./open-pglite";
import { readSchemaState, requireCurrentSchema } from "./schema-state";

const expanding = `alter table "orders" add column "later" text;`;
const contracting = `-- contract: needs ${nextNumber}\nalter table "orders" drop column "extensions";`;

let database: OpenDatabase;
let client: PGlite;

beforeEach(async () => {
  database = await openMemory();
  client = (database.pools.sales as unknown as { $client: PGlite }).$client;
});

afterEach(() => database.close());

async function start(on: PGlite, folder?: string): Promise<void> {
  const migrations = readMigrations(folder);
  const rows = async <Row>(query: string) => (await on.query<Row>(query)).rows;
  requireCurrentSchema(await readSchemaState({ run: (statement) => on.exec(statement), rows }, migrations), migrations);
}

describe("a build and the schema that it finds", () => {
  it("fit if the schema is the build's own, or has additions of the next version", async () => {
    await start(client);
    await migratePglite(client, undefined, laterMigrations(expanding));
    await start(client);
  });

  it("don't fit if migrations of the build are missing: it says which, and what to run", async () => {
    await expect(start(client, laterMigrations(expanding))).rejects.toThrow(
      `schema is too old for this version: 1 pending (${nextNumber}_later). Run \`npm run migrate\``,
    );
  });

  it("don't fit once a later version has removed what the build needs; the version between them still does", async () => {
    const between = laterMigrations(expanding);
    await migratePglite(client, undefined, laterMigrations(expanding, contracting));
    await expect(start(client)).rejects.toThrow(
      `too new for this version: it needs one that knows migration ${nextNumber}`,
    );
    await expect(migratePglite(client)).rejects.toThrow("too new");
    await start(client, between);
  });

  it("aren't changed by a migration that fails: all of it is rolled back, and those before it stay", async () => {
    const folder = laterMigrations(
      expanding,
      `alter table "draws" add column "later" text;\n--> statement-breakpoint\nselect 1 / 0;`,
    );
    await expect(migratePglite(client, undefined, folder)).rejects.toThrow("division by zero");
    await expect(start(client, folder)).rejects.toThrow(`1 pending (${numberAfter(2)}_later)`);
    const columns = await client.query("select table_name from information_schema.columns where column_name = 'later'");
    expect(columns.rows).toEqual([{ table_name: "orders" }]);
  });
});

describe("the embedded database", () => {
  it("takes migrations that can't run in a transaction", async () => {
    const folder = laterMigrations(
      `-- no-transaction\ncreate index concurrently if not exists "later" on "orders" ("placed_at");`,
    );
    await migratePglite(client, undefined, folder);
    await start(client, folder);
  });

  it("is looked at without being made or changed, and has nothing pending once a server has opened it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tirage-migrate-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const directory = join(folder, "data");
    expect((await readPgliteState(directory)).pending).toEqual(readMigrations());
    await (await openPglite(directory)).close();
    expect((await readPgliteState(directory)).pending).toEqual([]);
  });
});
