import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { BorrowedDatabase } from "@/tests/support/databases/borrowed-database";
import { borrowDatabase } from "@/tests/support/databases/borrowed-database";
import { startDatabaseProxy } from "@/tests/support/databases/database-proxy";
import { laterMigrations } from "@/tests/support/databases/migration-folder";
import { createEmptyDatabase, dropDatabase, onPostgres } from "@/tests/support/databases/postgres-database";
import type { MigrationEvent } from "./apply-migrations";
import { checkPostgres, migratePostgres, readPostgresState } from "./migrate-postgres";
import { readMigrations } from "./migration-files";

const addColumn = `alter table "draws" add column "later" text;`;
const uniqueIndex = `-- no-transaction\ncreate unique index concurrently if not exists "later" on "calls" ("key");`;

describe.runIf(onPostgres)("npm run migrate on PostgreSQL", () => {
  let borrowed: BorrowedDatabase;
  let url: string;
  let other: Client;

  beforeEach(async () => {
    borrowed = await borrowDatabase();
    url = borrowed.databaseUrl ?? "";
    other = new Client({ connectionString: url });
    await other.connect();
  });

  afterEach(async () => {
    await other.end();
    await borrowed.close();
  });

  /** Reads the draws in another session, like a long report, and keeps its lock until `end`. */
  async function readLong(): Promise<void> {
    await other.query("begin");
    await other.query("lock table draws in access share mode");
  }

  const countLater = async () =>
    (await other.query("select from information_schema.columns where column_name = 'later'")).rowCount;

  it("three at once: each migration is applied once, and the later ones find nothing to do", async () => {
    const empty = await createEmptyDatabase(url, "unit");
    const applied: string[] = [];
    const onEvent = ({ tag }: MigrationEvent) => applied.push(tag);
    await Promise.all([1, 2, 3].map(() => migratePostgres(empty, { onEvent })));
    expect(applied).toEqual(readMigrations().map(({ tag }) => tag));
    await dropDatabase(url, empty);
  });

  it("doesn't wait for a database that takes a connection and then says nothing; nor does a start", async () => {
    const proxy = await startDatabaseProxy(url);
    const folder = laterMigrations(addColumn);
    for (const work of [() => checkPostgres(proxy.url), () => migratePostgres(proxy.url, { folder })]) {
      const lock = proxy.holdAt({ text: "to_regclass", side: "request" });
      const refused = expect(work()).rejects.toThrow("timeout");
      await lock;
      await refused;
    }
    await proxy.close();
  });

  it("takes as long as it takes, whatever limit its role has", async () => {
    await other.query(`alter database "${new URL(url).pathname.slice(1)}" set statement_timeout = 300`);
    await migratePostgres(url, {
      folder: laterMigrations(`select pg_sleep(0.6);\n--> statement-breakpoint\n${addColumn}`),
    });
    expect(await countLater()).toBe(1);
  });

  it("gives up if another process is still migrating after a while", async () => {
    await other.query("select pg_advisory_lock(hashtextextended('tirage.migrate', 0))");
    const waiting = migratePostgres(url, { folder: laterMigrations(addColumn), waitMs: 300 });
    await expect(waiting).rejects.toThrow("Another process is still migrating");
    expect(await countLater()).toBe(0);
  });

  it("gives up if its lock isn't free in any try, leaves nothing behind, and succeeds later", async () => {
    const folder = laterMigrations(addColumn);
    const events: MigrationEvent[] = [];
    const onEvent = (event: MigrationEvent) => events.push(event);
    await readLong();
    const stopped = migratePostgres(url, { folder, lockMs: 100, tries: 3, onEvent });
    await expect(stopped).rejects.toThrow(/couldn't get its locks, even in 3 tries of 100 ms/);
    expect(events.map(({ kind }) => kind)).toEqual(["waiting", "waiting"]);
    expect(await countLater()).toBe(0);
    await other.query("commit");
    await migratePostgres(url, { folder });
    expect(await countLater()).toBe(1);
  });

  it("tries again while its lock isn't free", async () => {
    await readLong();
    let waits = 0;
    const onEvent = ({ kind }: MigrationEvent) => {
      if (kind !== "waiting") return;
      waits += 1;
      if (waits === 2) void other.query("commit");
    };
    await migratePostgres(url, { folder: laterMigrations(addColumn), lockMs: 100, tries: 100, onEvent });
    expect(waits).toBeGreaterThanOrEqual(2);
    expect(await countLater()).toBe(1);
  });

  it("waits for all locks of a migration together no longer than for one", async () => {
    await readLong();
    const folder = laterMigrations(`select pg_sleep(4);\n--> statement-breakpoint\n${addColumn}`);
    const startedMs = performance.now();
    await expect(migratePostgres(url, { folder, lockMs: 4000, tries: 1 })).rejects.toThrow("couldn't get its locks");
    expect(performance.now() - startedMs).toBeLessThan(7900);
  });

  it("removes the invalid index of a failed try, and builds it again", async () => {
    await other.query("create table calls (key integer)");
    await other.query("insert into calls values (1), (1)");
    const folder = laterMigrations(uniqueIndex);
    const validity = async () =>
      (await other.query("select indisvalid from pg_index where indexrelid = 'later'::regclass")).rows;
    await expect(migratePostgres(url, { folder })).rejects.toThrow("could not create unique index");
    expect(await validity()).toEqual([{ indisvalid: false }]);
    await other.query("delete from calls where ctid = (select min(ctid) from calls)");
    await migratePostgres(url, { folder });
    expect(await validity()).toEqual([{ indisvalid: true }]);
    expect((await readPostgresState(url, folder)).pending).toEqual([]);
  });
});
